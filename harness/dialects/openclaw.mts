/**
 * A dialect (a way to call the tool): the openclaw-page-stats plugin's tool behind OpenClaw's network guard.
 *
 * harness/parity/README.md describes the protocol. Settings are translated to OpenClaw's names (`userAgent`, `maxBytes`
 * and the network policy of `web_fetch`), and failures are translated back.
 */
import { answerRequests } from "./ndjson_loop.mts";
import { load } from "./program.mts";
import { registeredTool } from "./registered.mts";
import type { Settings } from "./registered.mts";

const { accept } = await load("arguments");

interface Request {
  readonly family: string;
  readonly config: Record<string, unknown>;
  readonly arguments: unknown;
}

type Payload = Record<string, unknown>;

const NAMES: Readonly<Record<string, string>> = {
  user_agent: "userAgent",
  max_bytes: "maxBytes",
};

/** Blocks every host, so that the failure `blocked_address` shows that all earlier checks passed. */
const NOWHERE = { hostnameAllowlist: ["nowhere.invalid"] };

async function answer(request: Request): Promise<unknown> {
  const {
    allowed_hosts: allowedHostnames,
    allow_private_network: dangerouslyAllowPrivateNetwork,
    ...own
  } = request.config;
  const given = Object.entries(own).map(([key, value]) => [
    NAMES[key] ?? key,
    value,
  ]);
  const fetches = request.family === "fetch";
  const policy = fetches
    ? {
        ...(allowedHostnames === undefined ? {} : { allowedHostnames }),
        ...(dangerouslyAllowPrivateNetwork === undefined
          ? {}
          : { dangerouslyAllowPrivateNetwork }),
      }
    : NOWHERE;
  const payload = await call(
    Object.fromEntries(given) as Settings,
    policy,
    request.arguments,
  );
  if (fetches || payload.error_code !== "blocked_address")
    return inOurTerms(payload);
  return {
    accepted:
      request.family === "configuration" || accept(request.arguments).input,
  };
}

/** Calls the tool under a network policy. */
async function call(
  config: Settings,
  policy: Settings,
  given: unknown,
): Promise<Payload> {
  const tool = registeredTool(config, policy);
  const { content, details } = await tool.execute("1", given);
  const [shown] = content;
  if (
    content.length !== 1 ||
    shown?.type !== "text" ||
    shown.text !== JSON.stringify(details)
  )
    throw new TypeError("a model and a program should get the same");
  return details as Payload;
}

function inOurTerms(payload: Payload): Payload {
  const translated = Object.entries(NAMES).reduce(
    (text, [name, theirs]) => text.replaceAll(theirs, name),
    JSON.stringify([payload.message, payload.parameter]),
  );
  if (payload.error_code !== "invalid_parameter") return payload;
  const [message, parameter] = JSON.parse(translated) as unknown[];
  return { ...payload, message, parameter };
}

await answerRequests(answer);
