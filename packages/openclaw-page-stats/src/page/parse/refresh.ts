/** Finds the refreshes that a page declares (§5.23, §5.24; HTML Standard, "shared declarative refresh steps"). */
import { AttributeList } from './attribute-list.ts';
import type { Attributes } from './attributes.ts';
import { isXhtml } from './charset.ts';
import { Content } from './content.ts';
import { decode } from './decode.ts';
import { known, TEMPLATE } from './elements.ts';
import { ReferenceReader } from './references.ts';
import { Tokenizer } from './tokenizer.ts';
import { VisibleText } from './visible.ts';

const META = known('meta');
const BASE = known('base');
const SCAN_BYTES = 65_536;
const DELAY_MAX = 5;

const DELAY = /^[\t\n\f\r ]*([0-9]*)(\.?)[0-9.]*/;
const SEPARATOR = /^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/;
const URL_KEY = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;
/**
 * If the bytes do not match after NUL is removed (UTF-16), no attribute is http-equiv=refresh. The escape character
 * matches because ISO-2022-JP, which has escape sequences, can write the letters in other ways.
 */
const CANDIDATE = /http-equiv[\t\n\f\r ]*=[\t\n\f\r ]*["']?[r&]|\x1b/i;

/** The URL of a refresh, as written, and the URL of the `<base href>` before it, or null. */
export interface Refresh {
  readonly url: string;
  readonly base: string | null;
}

/**
 * Returns the URL in the value of a refresh, or null if the value is invalid or the delay is too long.
 *
 * Null is also returned if there is no URL, because the refresh then only loads the page itself again.
 */
export function readRefresh(value: string): string | null {
  const [delay, digits, point] = DELAY.exec(value) as unknown as [string, string, string];
  const rest = value.slice(delay.length);
  if (digits + point === '' || !/^(?:$|[;,\t\n\f\r ])/.test(rest) || Number(digits) > DELAY_MAX) return null;
  const url = rest.slice(SEPARATOR.exec(rest)![0].length);
  if (url === '') return null;
  const key = URL_KEY.exec(url);
  if (key !== null) return unquoted(url.slice(key[0].length));
  return /^u/i.test(url) ? url : unquoted(url); // quotes count only at the start or after "url="
}

function unquoted(url: string): string {
  return url.startsWith("'") || url.startsWith('"') ? url.slice(1).split(url[0]!, 1)[0]! : url;
}

/** Returns the refreshes that `meta` elements declare in the first 65,536 bytes of `body`. */
export function* findRefreshes(body: Uint8Array, contentType: string | null): Generator<undefined, readonly Refresh[]> {
  const head = body.subarray(0, SCAN_BYTES);
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (!CANDIDATE.test(text.replaceAll('\0', ''))) return [];
  const bytes = yield* decode(head, contentType);
  const references = new ReferenceReader(bytes);
  const finder = new Finder(bytes, references, isXhtml(contentType));
  yield* new Tokenizer(bytes, finder, references).read();
  return finder.found;
}

/** Collects the refreshes of a page. This also counts text, but few pages are read in this way. */
class Finder extends Content {
  readonly found: Refresh[] = [];
  private readonly bytes: Uint8Array;
  private base: string | null = null;
  private openTemplates = 0;

  constructor(bytes: Uint8Array, references: ReferenceReader, isXhtml: boolean) {
    super(new VisibleText(bytes, references), isXhtml);
    this.bytes = bytes;
  }

  override startTag(name: number, attributes: Attributes): boolean {
    if ((name === META || name === BASE) && this.openTemplates === 0 && this.foreign.isEmpty) {
      this.note(name, new AttributeList(this.bytes, attributes.begin, attributes.end));
    }
    if (name === TEMPLATE && !this.foreign.isDirect && !(attributes.selfClosing && this.isXhtml)) this.openTemplates++;
    return super.startTag(name, attributes);
  }

  override endHtml(name: number): void {
    if (name === TEMPLATE) this.openTemplates = Math.max(0, this.openTemplates - 1);
    super.endHtml(name);
  }

  private note(name: number, attributes: AttributeList): void {
    if (name === BASE) {
      this.base ??= attributes.get('href');
    } else if (/^refresh$/i.test(attributes.get('http-equiv') ?? '')) {
      const url = readRefresh(attributes.get('content') ?? '');
      if (url !== null) this.found.push({ url, base: this.base });
    }
  }
}
