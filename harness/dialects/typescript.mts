/** A dialect (a way to call the tool) for parts of openclaw-page-stats: arguments, URLs, addresses and parsing. */
import { answerRequests } from "./ndjson_loop.mts";
import { load } from "./program.mts";

const { AddressPolicy } = await load("page/addresses");
const { accept } = await load("arguments");
const { PageStatsError } = await load("failure");
const { parsePage } = await load("page/parse/index");
const { parseInput, resolveRedirect } = await load("page/urls");

interface Request {
  readonly family: string;
  readonly config: {
    readonly allowed_hosts?: string[];
    readonly allow_private_network?: boolean;
  };
  readonly arguments: unknown;
  readonly url: string;
  readonly base?: string;
  readonly address: string;
  readonly addresses?: string[];
  readonly host?: string;
  readonly proxied?: boolean;
  readonly body_base64: string;
  readonly content_type: string | null;
}

/** The host of address requests that name no host. No case has this host in allowed_hosts. */
const HOST = "example.com";

function answer(request: Request): unknown {
  switch (request.family) {
    case "arguments":
      return orFailure(() => ({ accepted: accept(request.arguments).input }));
    case "url":
      return orFailure(() => readUrl(request));
    case "address":
      return readAddress(request);
    case "parse": {
      const { title, wordCount, linkWordCount } = parsePage(
        Buffer.from(request.body_base64, "base64"),
        request.content_type,
      );
      return {
        title,
        word_count: wordCount,
        link_word_count: linkWordCount,
      };
    }
    default:
      throw new RangeError(request.family);
  }
}

function orFailure(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof PageStatsError) return error.failure;
    throw error;
  }
}

/** Parses a URL, or the target of a redirect. */
function readUrl({ url, base }: Request): unknown {
  return base === undefined
    ? parseInput(url)
    : resolveRedirect(url, parseInput(base));
}

/** Checks whether the addresses of a host (or its name, if a proxy resolves it) are permitted. */
function readAddress({
  config,
  host = HOST,
  address,
  addresses = [address],
  proxied,
}: Request): unknown {
  const policy = new AddressPolicy({
    allowedHosts: config.allowed_hosts ?? [],
    allowPrivateNetwork: config.allow_private_network ?? false,
  });
  try {
    if (proxied === true) policy.checkProxied(host);
    else policy.check(host, addresses);
  } catch (error) {
    if (error instanceof PageStatsError)
      return { permitted: false, message: error.failure.message };
    throw error;
  }
  return { permitted: true };
}

await answerRequests(answer);
