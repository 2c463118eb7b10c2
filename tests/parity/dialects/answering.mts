/** How a program of Node answers what it is asked; the README says in which form. */
import { createInterface } from "node:readline";

/** Answers requests, one after another, until there are no more. */
export async function answerRequests<Request>(
  answer: (request: Request) => unknown,
): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as Request & { readonly id: number };
    const result = await answer(request);
    process.stdout.write(`${ascii({ id: request.id, result })}\n`);
  }
}

/** JSON in ASCII. */
function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
