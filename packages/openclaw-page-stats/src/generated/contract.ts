/** The contract's constants, written by `hatch run manifests` from page_stats_core.contract. */
export const TIMEOUT_DEFAULT = 10;
export const TIMEOUT_MAX = 60;
export const MAX_BYTES_DEFAULT = 2000000;
export const MAX_BYTES_MAX = 20000000;
export const USER_AGENT_MAX = 256;
export const URL_MAX = 8192;
export const TITLE_MAX = 300;
export const CONTENT_TYPE_MAX = 200;
export const NAME_MAX = 64;
export const MAX_REDIRECTS = 10;
export const RETRY_AFTER_MAX = 86400;
export const TOOL_NAME = "page_stats";
export const TOOL_DESCRIPTION = "Look at a web page before reading it: fetch an http or https URL and report the page's title and the number of words in its visible text. Few words or none often mean that scripts draw the page, or that it asks for consent or a login first. truncated means that the page is longer than what was counted. A failure names its cause in error_code and message; try again only if retryable is true.";
export const PARAMETERS = [
  "url", "timeout_seconds",
] as const;
export const CONFIG_KEYS = [
  "user_agent", "max_bytes", "allowed_hosts", "allow_private_network", "proxy",
] as const;
export const BAD_PORTS = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
] as const;
export const RETRYABLE_REASONS = [
  "connect", "reset",
] as const;
export const RETRYABLE_STATUSES = [
  408, 425, 429, 500, 502, 503, 504,
] as const;
export const REASONS = [
  "dns", "connect", "tls", "reset", "protocol", "encoding", "redirect",
] as const;
export const ADDS = {
  "invalid_url": [],
  "invalid_parameter": [
    "parameter"
  ],
  "blocked_address": [],
  "timeout": [
    "timeout_seconds"
  ],
  "unreachable": [
    "reason"
  ],
  "http_error": [
    "status"
  ],
  "unsupported_content_type": [
    "content_type"
  ]
} as const;
export const FAULTS = {
  "url.absent": {
    "code": "invalid_url",
    "message": "url is missing: give the absolute http or https URL of the page."
  },
  "url.type": {
    "code": "invalid_url",
    "message": "url is not a string: give the absolute http or https URL of the page."
  },
  "url.length": {
    "code": "invalid_url",
    "message": "url has more than 8,192 characters: give a shorter one."
  },
  "url.character": {
    "code": "invalid_url",
    "message": "url holds a space, a control character or a lone surrogate: percent-encode it, or leave it out."
  },
  "url.backslash": {
    "code": "invalid_url",
    "message": "url holds a backslash: write / instead, or %5C if it is meant."
  },
  "url.scheme": {
    "code": "invalid_url",
    "message": "url does not begin with http:// or https://: give an absolute URL."
  },
  "url.host": {
    "code": "invalid_url",
    "message": "url has no host: write it after the //, as in https://example.com/."
  },
  "url.credentials": {
    "code": "invalid_url",
    "message": "url holds a user name or password: leave out everything before the @, and the @."
  },
  "url.zone": {
    "code": "invalid_url",
    "message": "url holds an IPv6 address with a zone: leave out the % and what follows it."
  },
  "url.syntax": {
    "code": "invalid_url",
    "message": "url is no valid URL: check its host and port."
  },
  "url.number": {
    "code": "invalid_url",
    "message": "url has a number for a host: write an IPv4 address as four decimal parts, such as 192.0.2.1."
  },
  "url.port": {
    "code": "invalid_url",
    "message": "url has a port that belongs to another protocol than HTTP: use another port."
  },
  "parameter.unknown": {
    "code": "invalid_parameter",
    "message": "\"{parameter}\" is not a parameter: the parameters are url and timeout_seconds."
  },
  "timeout_seconds": {
    "code": "invalid_parameter",
    "message": "timeout_seconds is not a whole number from 1 to 60."
  },
  "config.unknown": {
    "code": "invalid_parameter",
    "message": "\"{parameter}\" is not a configuration key: the keys are user_agent, max_bytes, allowed_hosts, allow_private_network and proxy."
  },
  "config.user_agent": {
    "code": "invalid_parameter",
    "message": "user_agent is not 1 to 256 printable ASCII characters that neither begin nor end with a space."
  },
  "config.max_bytes": {
    "code": "invalid_parameter",
    "message": "max_bytes is not a whole number from 1 to 20,000,000."
  },
  "config.allowed_hosts": {
    "code": "invalid_parameter",
    "message": "allowed_hosts is not a list of host names (wiki.corp), addresses (10.1.2.3) or networks without host bits (10.0.0.0/8)."
  },
  "config.allow_private_network": {
    "code": "invalid_parameter",
    "message": "allow_private_network is neither true nor false."
  },
  "config.proxy": {
    "code": "invalid_parameter",
    "message": "proxy is not of the form http://host:port or http://user:password@host:port."
  },
  "address.private": {
    "code": "blocked_address",
    "message": "The URL leads to a private address ({range}). The operator can permit it: put the host, the address or a network into allowed_hosts, or set allow_private_network."
  },
  "address.invented": {
    "code": "blocked_address",
    "message": "The URL leads to 198.18.0.0/15, as names do behind a proxy that answers every name with an invented address (fake IP). If there is one, the operator can permit it: put 198.18.0.0/15 into allowed_hosts."
  },
  "address.never": {
    "code": "blocked_address",
    "message": "The URL leads to an address that no setting permits ({range})."
  },
  "address.name": {
    "code": "blocked_address",
    "message": "The URL leads to a host that is private by its name. The operator can permit it: put the name into allowed_hosts, or set allow_private_network."
  },
  "timeout": {
    "code": "timeout",
    "message": "There was no complete answer within {timeout_seconds} s: try again later, or allow more time."
  },
  "unreachable.dns": {
    "code": "unreachable",
    "message": "The host name has no address: check its spelling, and that names can be resolved.",
    "reason": "dns"
  },
  "unreachable.connect": {
    "code": "unreachable",
    "message": "The server could not be connected to: try again later.",
    "reason": "connect"
  },
  "unreachable.proxy": {
    "code": "unreachable",
    "message": "The proxy could not be reached or refused the connection: the operator can check the proxy setting.",
    "reason": "connect"
  },
  "unreachable.tls": {
    "code": "unreachable",
    "message": "No secure connection could be made: the server's certificate or its TLS is not valid.",
    "reason": "tls"
  },
  "unreachable.reset": {
    "code": "unreachable",
    "message": "The server closed the connection early: try again later.",
    "reason": "reset"
  },
  "unreachable.protocol": {
    "code": "unreachable",
    "message": "The server did not answer in valid HTTP.",
    "reason": "protocol"
  },
  "unreachable.encoding": {
    "code": "unreachable",
    "message": "The page is compressed in a way that cannot be undone, or its compressed data is damaged.",
    "reason": "encoding"
  },
  "redirect.target": {
    "code": "unreachable",
    "message": "The server redirects to no valid http or https URL.",
    "reason": "redirect"
  },
  "redirect.count": {
    "code": "unreachable",
    "message": "The server redirects more than 10 times.",
    "reason": "redirect"
  },
  "redirect.loop": {
    "code": "unreachable",
    "message": "The server redirects in a circle.",
    "reason": "redirect"
  },
  "http_error": {
    "code": "http_error",
    "message": "The server answered with status {status}."
  },
  "content_type.absent": {
    "code": "unsupported_content_type",
    "message": "The server does not say what the content is; only HTML pages can be measured."
  },
  "content_type.other": {
    "code": "unsupported_content_type",
    "message": "The content is not an HTML page; only HTML pages can be measured."
  }
} as const;
export const PARAMETER_DESCRIPTIONS = {
  "url": "Absolute http or https URL of the page to look at.",
  "timeout_seconds": "Whole seconds that everything together may take, redirects included."
} as const;
export type FaultName = keyof typeof FAULTS;
export type ErrorCode = keyof typeof ADDS;
export type Reason = (typeof REASONS)[number];
