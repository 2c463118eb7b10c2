/**
 * The parse: from a page's bytes to its title and the number of its visible words (§6 to §11). It is pure.
 *
 * Data flows from bytes to the answer: `charset` names the encoding, `decode` (with `legacy`) makes UTF-8 of bytes,
 * `tokenizer` (with `attributes`, `raw`, `names`) reads markup, `content` (with `foreign` and `hidden`) tells what it
 * means, `visible` (with `references`) takes text that counts, and `words` (with `bulk`, its fast path) counts it.
 */
import { isXhtml } from './charset.ts';
import { Content } from './content.ts';
import { decode } from './decode.ts';
import { ReferenceReader } from './references.ts';
import { Tokenizer } from './tokenizer.ts';
import { VisibleText } from './visible.ts';

export interface ParsedPage {
  /** What the page is called, null if it has no title (§9.1). */
  readonly title: string | null;
  /** How many words it shows (§10, §11). */
  readonly wordCount: number;
}

/**
 * The title and the word count of `body`, sent with the Content-Type `contentType`.
 *
 * Any bytes have an answer: nothing is thrown. Time is linear in their number.
 */
export function parsePage(body: Uint8Array, contentType: string | null = 'text/html'): ParsedPage {
  const slices = parseInSlices(body, contentType);
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}

/**
 * Does what `parsePage` does, and yields every few milliseconds at most: meanwhile others can run, and who does not go on
 * gives up.
 */
export function* parseInSlices(body: Uint8Array, contentType: string | null): Generator<undefined, ParsedPage> {
  const bytes = yield* decode(body, contentType);
  const references = new ReferenceReader(bytes);
  const content = new Content(new VisibleText(bytes, references), isXhtml(contentType));
  yield* new Tokenizer(bytes, content, references).read();
  return { title: content.title === '' ? null : content.title, wordCount: content.text.counts.total() };
}
