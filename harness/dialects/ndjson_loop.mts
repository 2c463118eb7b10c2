/** How a program of Node answers what it is asked; the README says in which form. */
import { createInterface } from "node:readline";

/** Answers requests, which hold what the runner wrote, one after another, until there are no more. */
export async function answerRequests(
  answer: (request: never) => unknown,
): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as { readonly id: number };
    const result = await answer(request as never);
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
