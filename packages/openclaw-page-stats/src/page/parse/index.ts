/**
 * Parses the bytes of a page into its title and number of visible words (§6 to §11). A pure function.
 *
 * The steps, in the order of data flow: `charset` finds the encoding; `decode` (with `legacy`) converts to UTF-8;
 * `tokenizer` (with `attributes`, `raw`, `names`) reads markup; `content` (with `foreign` and `hidden`) interprets it;
 * `visible` (with `references`) collects text that counts; `words` (with `bulk`, its fast path) counts it.
 */
import { isXhtml } from './charset.ts';
import { Content, ShadowRootError } from './content.ts';
import { decode } from './decode.ts';
import { ReferenceReader } from './references.ts';
import { Tokenizer } from './tokenizer.ts';
import { VisibleText } from './visible.ts';

export interface ParsedPage {
  /** Null if the page has no title (§9.1). */
  readonly title: string | null;
  /** The number of visible words (§10, §11). */
  readonly wordCount: number;
  /** The number of those words that are in links (§10.15). */
  readonly linkWordCount: number;
}

/**
 * Returns the title and word count of `body`, which was sent with the Content-Type `contentType`.
 *
 * Takes linear time and never throws, for any bytes.
 */
export function parsePage(body: Uint8Array, contentType: string | null = 'text/html'): ParsedPage {
  const slices = parseInSlices(body, contentType);
  for (;;) {
    const slice = slices.next();
    if (slice.done === true) return slice.value;
  }
}

/**
 * Works like `parsePage`, but yields every few milliseconds so that the caller can run other work or stop.
 */
export function* parseInSlices(body: Uint8Array, contentType: string | null): Generator<undefined, ParsedPage> {
  const bytes = yield* decode(body, contentType);
  const content = yield* read(bytes, isXhtml(contentType));
  const { counts } = content.text;
  return {
    title: content.title === '' ? null : content.title,
    wordCount: counts.total(),
    linkWordCount: counts.linkTotal(),
  };
}

/** Reads the page, at first without looking for shadow hosts (§10.14): this is faster, and few pages have one. */
function* read(bytes: Uint8Array, xhtml: boolean, shadowRoots = false): Generator<undefined, Content> {
  const references = new ReferenceReader(bytes);
  const content = new Content(new VisibleText(bytes, references), xhtml, shadowRoots);
  try {
    yield* new Tokenizer(bytes, content, references).read();
  } catch (error) {
    if (!(error instanceof ShadowRootError)) throw error;
    return yield* read(bytes, xhtml, true);
  }
  return content;
}
