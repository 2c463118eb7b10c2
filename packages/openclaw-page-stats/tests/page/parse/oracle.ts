/** Computes title and word counts from a tree built by parse5. */
import { defaultTreeAdapter as adapter, html, parse } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { encode } from '../../../src/page/parse/bytes.ts';
import { ReferenceReader } from '../../../src/page/parse/references.ts';
import { StyleReader } from '../../../src/page/parse/style.ts';
import { classOf, IGNORABLE, SPACE, ZERO_WIDTH_SPACE } from '../../../src/page/parse/words.ts';

const SEPARATING = new Set(
  (
    'address article aside blockquote br caption center col colgroup dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup ' +
    'option p plaintext pre search section select summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
);
const RAW = new Set('script style textarea title iframe noembed noframes noscript template'.split(' '));
const SILENT = new Set('title desc metadata style script annotation annotation-xml'.split(' '));
const NEVER_HIDDEN = new Set('html body svg math'.split(' '));
const CONTROLS = new Set('button canvas embed iframe img meter progress textarea video'.split(' '));
const EMPTY_INSIDE = new Set('audio canvas meter progress video'.split(' '));

const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);
const RESERVED = new Set(
  (
    'annotation-xml color-profile font-face font-face-format font-face-name font-face-src font-face-uri ' +
    'missing-glyph'
  ).split(' '),
);
/** Mark the start and the end of a link in the text that is collected. */
const LINK = '\x0e';
const LINK_END = '\x0f';

/** How the text at some place counts (§10.9 to §10.11). */
type Kind = 'shown' | 'invisible' | 'hidden' | 'unrendered';

interface TreeResult {
  readonly title: string | null;
  readonly wordCount: number;
  readonly linkWordCount: number;
}

/** Returns title and word counts. Each token counts as one word, so `text` must have no special character of §11.2. */
export function readTree(text: string): TreeResult {
  const walk = new Walk();
  walk.children(parse(text), 'shown');
  const [all, visible] = [countsOf(walk.all), countsOf(walk.visible)];
  const title = Array.from(tokens(walk.title ?? '').join(' '))
    .slice(0, 4096)
    .join('')
    .trimEnd();
  const isHidden = visible.wordCount * 10 < all.wordCount && visible.wordCount < 1000;
  return { title: title === '' ? null : title, ...(isHidden ? all : visible) };
}

function tokens(text: string): string[] {
  const spaced = Array.from(text, (character) => (classOf(character.codePointAt(0)!) === SPACE ? ' ' : character)).join(
    '',
  );
  return spaced.split(' ').filter((token) => Array.from(token).some(isVisible));
}

/** Returns how many words `text` has, and how many of them begin in links (§10.15). */
function countsOf(text: string): { readonly wordCount: number; readonly linkWordCount: number } {
  let [wordCount, linkWordCount, isInLink, isInToken] = [0, 0, false, false];
  for (const character of text) {
    if (character === LINK || character === LINK_END) {
      isInLink = character === LINK;
    } else if (classOf(character.codePointAt(0)!) === SPACE) {
      isInToken = false;
    } else if (!isInToken && isVisible(character)) {
      isInToken = true;
      wordCount++;
      if (isInLink) linkWordCount++;
    }
  }
  return { wordCount, linkWordCount };
}

function isVisible(character: string): boolean {
  const cls = classOf(character.codePointAt(0)!);
  return cls !== IGNORABLE && cls !== ZERO_WIDTH_SPACE;
}

class Walk {
  title: string | null = null;
  all = '';
  visible = '';

  children(node: Tree.ParentNode, kind: Kind): void {
    for (const child of node.childNodes) {
      if (adapter.isTextNode(child)) this.put(child.value, kind);
      else if (adapter.isElementNode(child)) this.element(child, kind);
    }
  }

  private element(element: Tree.Element, around: Kind): void {
    const { tagName } = element;
    const isHtml = element.namespaceURI === html.NS.HTML;
    if (isShadowRoot(element)) {
      this.shadowRoot(element, around);
      return;
    }
    const kind = isHtml && !NEVER_HIDDEN.has(tagName) ? kindIn(around, element) : around;
    if (isHtml && tagName === 'title') {
      this.title ??= element.childNodes.map((child) => (adapter.isTextNode(child) ? child.value : '')).join('');
    }
    const isSilent = isHtml ? RAW.has(tagName) : SILENT.has(tagName);
    const separates = !isHtml || separatesWords(element);
    if (separates) this.separate(kind);
    if (tagName === 'a') this.mark(isLink(element) ? LINK : LINK_END);
    if (isSilent) this.titlesIn(element);
    else this.children(element, isHtml && EMPTY_INSIDE.has(tagName) ? 'unrendered' : kind);
    if (tagName === 'a') this.mark(LINK_END);
    if (separates) this.separate(kind);
  }

  /** Looks for titles inside an element whose text does not count (§9.3). A template has no children in this tree. */
  private titlesIn(element: Tree.Element): void {
    const { all, visible } = this;
    if (element.namespaceURI !== html.NS.HTML) this.children(element, 'hidden');
    [this.all, this.visible] = [all, visible];
  }

  /** Reads the content of a shadow root. A title in it does not count (§9.3). */
  private shadowRoot(template: Tree.Template, kind: Kind): void {
    const { title } = this;
    this.children(template.content, kind);
    this.title = title;
  }

  private mark(mark: string): void {
    this.all += mark;
    this.visible += mark;
  }

  private put(text: string, kind: Kind): void {
    text = text.replaceAll(LINK, '').replaceAll(LINK_END, '');
    if (kind !== 'unrendered') this.all += text;
    if (kind === 'shown') this.visible += text;
  }

  private separate(kind: Kind): void {
    this.put(' ', kind);
    if (kind === 'invisible') this.visible += ' ';
  }
}

function attributesOf(element: Tree.Element): ReadonlyMap<string, string> {
  return new Map(element.attrs.map(({ name, value }) => [name, value]));
}

function isLink(element: Tree.Element): boolean {
  const values = attributesOf(element);
  const isForeign = element.namespaceURI !== html.NS.HTML;
  return (
    values.has('href') || (isForeign && element.attrs.some(({ name, prefix }) => prefix === 'xlink' && name === 'href'))
  );
}

/** Returns whether `element` is a template that is the content of a shadow root (§10.14). */
function isShadowRoot(element: Tree.Element): element is Tree.Template {
  const host = element.parentNode;
  if (!hasMode(element) || host === null || !adapter.isElementNode(host)) return false;
  const { tagName } = host;
  const isHost = HOSTS.has(tagName) || (tagName.includes('-') && !RESERVED.has(tagName));
  return isHost && host.childNodes.find(hasMode) === element;
}

function hasMode(node: Tree.ChildNode): node is Tree.Template {
  if (!adapter.isElementNode(node) || node.tagName !== 'template') return false;
  return ['open', 'closed'].includes(attributesOf(node).get('shadowrootmode')?.toLowerCase() ?? '');
}

function separatesWords(element: Tree.Element): boolean {
  const { tagName } = element;
  if (tagName === 'audio') return attributesOf(element).has('controls');
  if (tagName === 'input') return attributesOf(element).get('type')?.toLowerCase() !== 'hidden';
  return SEPARATING.has(tagName) || CONTROLS.has(tagName);
}

function kindIn(around: Kind, element: Tree.Element): Kind {
  const own = ownKind(element);
  return own === null || around === 'unrendered' || (around === 'hidden' && own !== 'unrendered') ? around : own;
}

function ownKind(element: Tree.Element): Kind | null {
  const values = attributesOf(element);
  const { display, visibility } = readStyle(values.get('style') ?? '');
  const isClosed = element.tagName === 'dialog' ? !values.has('open') : values.has('popover');
  if (['datalist', 'rp'].includes(element.tagName) || (isClosed && ['', 'none', 'revert'].includes(display)))
    return 'unrendered';
  const isHidden = values.has('hidden') && display === '';
  if (display === 'none' || isHidden || values.get('hidden')?.toLowerCase() === 'until-found') return 'hidden';
  if (visibility === 'hidden') return 'invisible';
  return visibility === 'visible' ? 'shown' : null;
}

function readStyle(style: string): StyleReader {
  const bytes = encode(style);
  const reader = new StyleReader(bytes, new ReferenceReader(bytes));
  reader.open();
  for (let i = 0; i < bytes.length;) i = reader.read(i, bytes.length);
  reader.close();
  return reader;
}
