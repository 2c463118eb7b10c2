/** The contract's constants, written by `hatch run manifests` from tool.py, failures.py and models.py. */
export const TIMEOUT_DEFAULT = 10;
export const TIMEOUT_MAX = 60;
export const NAME_MAX = 64;
export const MAX_BYTES_DEFAULT = 2000000;
export const MAX_BYTES_MAX = 20000000;
export const USER_AGENT_MAX = 256;
export const URL_MAX = 8000;
export const FINAL_URL_MAX = 2048;
export const TITLE_MAX = 300;
export const CONTENT_TYPE_MAX = 200;
export const MAX_REDIRECTS = 10;
export const RETRY_AFTER_MAX = 86400;
export const TOOL_NAME = "page_stats";
export const TOOL_TITLE = "Page Stats";
export const TOOL_DESCRIPTION = "Check a web page before reading it: fetch an http or https URL and return the page's title, the number of words in its visible text (word_count) and how many of them are in links (link_word_count). word_count - link_word_count is the better guess at how much there is to read. Few or no words often mean that scripts render the page, or that it shows a consent or login form first. truncated means that only the beginning of the page was counted. A failure gives its cause in error_code and message; retry only if retryable is true.";
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
export const UNTRUSTED_TEXT = {
  "parameter": 64,
  "content_type": 200
} as const;
export const FAULTS = {
  "url.absent": {
    "code": "invalid_url",
    "message": "url is missing: give the absolute http or https URL of the page."
  },
  "url.type": {
    "code": "invalid_url",
    "message": "url must be a string: give the absolute http or https URL of the page."
  },
  "url.length": {
    "code": "invalid_url",
    "message": "url must be at most 8,000 bytes long when percent-encoded: use a shorter URL."
  },
  "url.character": {
    "code": "invalid_url",
    "message": "url must not contain spaces, control characters or lone surrogates: percent-encode or remove them."
  },
  "url.backslash": {
    "code": "invalid_url",
    "message": "url must not contain a backslash: use /, or %5C for a literal backslash."
  },
  "url.scheme": {
    "code": "invalid_url",
    "message": "url must start with http:// or https://: give an absolute URL."
  },
  "url.host": {
    "code": "invalid_url",
    "message": "url must have a host: add it after the //, as in https://example.com/."
  },
  "url.credentials": {
    "code": "invalid_url",
    "message": "url must not contain a user name or password: remove them and the @."
  },
  "url.zone": {
    "code": "invalid_url",
    "message": "url must not contain an IPv6 zone: remove the % and the zone."
  },
  "url.syntax": {
    "code": "invalid_url",
    "message": "url must be a valid URL: check its host and port."
  },
  "url.number": {
    "code": "invalid_url",
    "message": "An IPv4 address in url must be four decimal numbers: write it like 192.0.2.1."
  },
  "url.port": {
    "code": "invalid_url",
    "message": "url must not use a port reserved for another protocol: use another port."
  },
  "parameter.unknown": {
    "code": "invalid_parameter",
    "message": "Unknown parameter \"{parameter}\": the parameters are url and timeout_seconds."
  },
  "timeout_seconds": {
    "code": "invalid_parameter",
    "message": "timeout_seconds must be a whole number from 1 to 60."
  },
  "config.unknown": {
    "code": "invalid_parameter",
    "message": "Unknown configuration key \"{parameter}\": the keys are user_agent, max_bytes, allowed_hosts, allow_private_network and proxy."
  },
  "config.user_agent": {
    "code": "invalid_parameter",
    "message": "user_agent must be 1 to 256 printable ASCII characters with no leading or trailing space."
  },
  "config.max_bytes": {
    "code": "invalid_parameter",
    "message": "max_bytes must be a whole number from 1 to 20,000,000."
  },
  "config.allowed_hosts": {
    "code": "invalid_parameter",
    "message": "allowed_hosts must be a list of host names (wiki.corp), addresses (10.1.2.3) or networks with no host bits set (10.0.0.0/8)."
  },
  "config.allow_private_network": {
    "code": "invalid_parameter",
    "message": "allow_private_network must be true or false."
  },
  "config.proxy": {
    "code": "invalid_parameter",
    "message": "proxy must have the form http://host:port or http://user:password@host:port."
  },
  "address.private": {
    "code": "blocked_address",
    "message": "The URL points to a private address ({range}). The operator can allow it: add the host, address or network to allowed_hosts, or set allow_private_network."
  },
  "address.invented": {
    "code": "blocked_address",
    "message": "The URL points to 198.18.0.0/15, the range that some proxies use to answer every host name with a made-up address (fake IP). Behind such a proxy, the operator can allow it: add 198.18.0.0/15 to allowed_hosts."
  },
  "address.never": {
    "code": "blocked_address",
    "message": "The URL points to an address that no setting allows ({range})."
  },
  "address.name": {
    "code": "blocked_address",
    "message": "The URL points to a private host name. The operator can allow it: add the name to allowed_hosts, or set allow_private_network."
  },
  "timeout": {
    "code": "timeout",
    "message": "The call timed out after {timeout_seconds} s: try again later, or increase timeout_seconds."
  },
  "unreachable.dns": {
    "code": "unreachable",
    "message": "DNS lookup failed: check the host name.",
    "reason": "dns"
  },
  "unreachable.connect": {
    "code": "unreachable",
    "message": "The connection to the server failed: try again later.",
    "reason": "connect"
  },
  "unreachable.local": {
    "code": "unreachable",
    "message": "The machine that runs page_stats has no free sockets or memory: try again later.",
    "reason": "connect"
  },
  "unreachable.proxy": {
    "code": "unreachable",
    "message": "The proxy connection failed: the proxy is unreachable or refused it. Ask the operator to check the proxy setting.",
    "reason": "connect"
  },
  "unreachable.tls": {
    "code": "unreachable",
    "message": "The TLS handshake failed: the server's certificate or TLS configuration is invalid.",
    "reason": "tls"
  },
  "unreachable.reset": {
    "code": "unreachable",
    "message": "The server closed the connection early: try again later.",
    "reason": "reset"
  },
  "unreachable.protocol": {
    "code": "unreachable",
    "message": "The server sent an invalid HTTP response.",
    "reason": "protocol"
  },
  "unreachable.encoding": {
    "code": "unreachable",
    "message": "The response could not be decompressed: its compressed data is corrupt, cut off or too long.",
    "reason": "encoding"
  },
  "unreachable.coding": {
    "code": "unreachable",
    "message": "The response could not be decompressed: its Content-Encoding {coding} is not supported.",
    "reason": "encoding"
  },
  "redirect.target": {
    "code": "unreachable",
    "message": "The redirect failed: its target must be a valid http or https URL.",
    "reason": "redirect"
  },
  "redirect.count": {
    "code": "unreachable",
    "message": "The redirect failed: the server redirected more than 10 times.",
    "reason": "redirect"
  },
  "redirect.loop": {
    "code": "unreachable",
    "message": "The redirect failed: the server redirects in a loop.",
    "reason": "redirect"
  },
  "http_error": {
    "code": "http_error",
    "message": "The server answered with status {status}."
  },
  "content_type.absent": {
    "code": "unsupported_content_type",
    "message": "Content-Type is missing: only HTML pages can be measured."
  },
  "content_type.other": {
    "code": "unsupported_content_type",
    "message": "Content-Type must be text/html or application/xhtml+xml: use another tool for other content."
  }
} as const;
export const PARAMETER_DESCRIPTIONS = {
  "url": "Absolute http or https URL of the page.",
  "timeout_seconds": "Time limit in whole seconds for the entire call, including redirects."
} as const;
export type FaultName = keyof typeof FAULTS;
export type ErrorCode = keyof typeof ADDS;
export type Reason = (typeof REASONS)[number];
