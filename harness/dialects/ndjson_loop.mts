/** Reads requests of the parity runner from stdin and writes replies (protocol: harness/parity/README.md). */
import { createInterface } from "node:readline";

/** Writes the result of `answer` for each request, one after another, until stdin ends. */
export async function answerRequests(
  answer: (request: never) => unknown,
): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as { readonly id: number };
    const result = await answer(request as never);
    process.stdout.write(`${ascii({ id: request.id, result })}\n`);
  }
}

/** Serializes a value as ASCII-only JSON. */
function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
