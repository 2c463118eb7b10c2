/**
 * An MCP client that uses the first (`sdk`) or second (`client`) generation of the TypeScript SDK, driven over stdin:
 *   node client.mts GENERATION SERVER
 *
 * SERVER is JSON: {"url"} or {"command", "args", "env"}. The first output line is {"protocol", "tools"}.
 *
 * Each input line is either a call, {"id", "arguments"}, or the cancellation of a call, {"cancel": id}. The output line
 * for a call is {"id", "result", "progress"} or {"id", "error"}.
 */
import { createInterface } from "node:readline";

interface Target {
  readonly url?: string;
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

interface Call {
  readonly id: number;
  readonly arguments: Record<string, unknown>;
}

interface Options {
  readonly signal: AbortSignal;
  readonly onprogress: (told: unknown) => void;
}

/** A connected client, of either generation of the SDK. */
interface Connected {
  readonly protocol: string | null;
  readonly tools: unknown[];
  call(given: Record<string, unknown>, options: Options): Promise<unknown>;
  close(): Promise<void>;
}

const INFO = { name: "tests", version: "0" };

function asked(given: Record<string, unknown>): {
  name: string;
  arguments: Record<string, unknown>;
} {
  return { name: "page_stats", arguments: given };
}

/** Creates the transport to `target`, using the transport classes of one generation. */
function made<Stdio, Http>(
  target: Target,
  stdio: new (server: Target & { stderr: "ignore" }) => Stdio,
  http: new (url: URL) => Http,
): Stdio | Http {
  return target.url === undefined
    ? new stdio({ ...target, stderr: "ignore" })
    : new http(new URL(target.url));
}

async function connectFirst(target: Target): Promise<Connected> {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } =
    await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const { StdioClientTransport } =
    await import("@modelcontextprotocol/sdk/client/stdio.js");
  const client = new Client(INFO);
  await client.connect(
    made(target, StdioClientTransport, StreamableHTTPClientTransport),
  );
  const { tools } = await client.listTools();
  return {
    protocol: null,
    tools,
    call: (given, options) => client.callTool(asked(given), undefined, options),
    close: () => client.close(),
  };
}

async function connectSecond(target: Target): Promise<Connected> {
  const { Client, StreamableHTTPClientTransport } =
    await import("@modelcontextprotocol/client");
  const { StdioClientTransport } =
    await import("@modelcontextprotocol/client/stdio");
  const client = new Client(INFO, { versionNegotiation: { mode: "auto" } });
  await client.connect(
    made(target, StdioClientTransport, StreamableHTTPClientTransport),
  );
  const { tools } = await client.listTools();
  return {
    protocol: client.getNegotiatedProtocolVersion() ?? null,
    tools,
    call: (given, options) => client.callTool(asked(given), options),
    close: () => client.close(),
  };
}

function say(message: unknown): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

const [generation, server = ""] = process.argv.slice(2);
const connect = generation === "client" ? connectSecond : connectFirst;
const client = await connect(JSON.parse(server) as Target);
const running = new Map<number, AbortController>();

async function call({ id, arguments: given }: Call): Promise<void> {
  const progress: unknown[] = [];
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const result = await client.call(given, {
      signal: abort.signal,
      onprogress: (told) => progress.push(told),
    });
    say({ id, result, progress });
  } catch (error) {
    say({ id, error: String(error) });
  }
}

say({ protocol: client.protocol, tools: client.tools });
const calls: Promise<void>[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line) as Call | { readonly cancel: number };
  if ("cancel" in told) {
    running.get(told.cancel)?.abort();
  } else {
    calls.push(call(told));
  }
}
await Promise.all(calls);
await client.close();
