// A client of MCP, of the TypeScript SDK's first generation (`sdk`) or second (`client`), that does what it is told:
//   node client.mjs GENERATION SERVER
// SERVER is JSON: {"url"} or {"command", "args", "env"}. The first line written is {"protocol", "tools"}. Lines read are
// {"id", "arguments"}, answered by {"id", "result", "progress"} or {"id", "error"}, and {"cancel": id}.
import { createInterface } from "node:readline";

const [generation, server] = process.argv.slice(2);
const target = JSON.parse(server);

async function load() {
  if (generation === "client") {
    const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    return { Client, StreamableHTTPClientTransport, StdioClientTransport };
  }
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  return { Client, StreamableHTTPClientTransport, StdioClientTransport };
}

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

const { Client, StreamableHTTPClientTransport, StdioClientTransport } = await load();
const transport = target.url
  ? new StreamableHTTPClientTransport(new URL(target.url))
  : new StdioClientTransport({ ...target, stderr: "ignore" });
const client = new Client({ name: "tests", version: "0" }, { versionNegotiation: { mode: "auto" } });
await client.connect(transport);
const running = new Map();

async function call({ id, arguments: given }) {
  const progress = [];
  const abort = new AbortController();
  running.set(id, abort);
  const options = { signal: abort.signal, onprogress: (told) => progress.push(told) };
  const params = { name: "page_stats", arguments: given };
  try {
    // The first generation takes a schema between the two.
    const result = await (generation === "client"
      ? client.callTool(params, options)
      : client.callTool(params, undefined, options));
    say({ id, result, progress });
  } catch (error) {
    say({ id, error: String(error) });
  }
}

const { tools } = await client.listTools();
say({ protocol: client.getNegotiatedProtocolVersion?.() ?? null, tools });
const calls = [];
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if ("cancel" in told) {
    running.get(told.cancel).abort();
  } else {
    calls.push(call(told));
  }
}
await Promise.all(calls);
await client.close();
