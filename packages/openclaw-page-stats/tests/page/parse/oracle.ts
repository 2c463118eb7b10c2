/** Computes title and word count from a tree built by parse5. */
import { defaultTreeAdapter as adapter, html, parse } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { classOf, SPACE } from '../../../src/page/parse/words.ts';

const SEPARATING = new Set(
  (
    'address article aside blockquote br caption center col colgroup dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup ' +
    'option p plaintext pre search section select summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
);
const RAW = new Set('script style textarea title iframe noembed noframes noscript template'.split(' '));
const SILENT = new Set('title desc metadata style script annotation annotation-xml'.split(' '));
const NEVER_HIDDEN = new Set(
  'html body svg math area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Returns title and word count. Each token counts as one word, so `text` must not contain a special character of §11.2. */
export function readTree(text: string): { title: string | null; wordCount: number } {
  const walk = new Walk();
  walk.children(parse(text), false);
  const [all, visible] = [walk.all, walk.visible].map((words) => tokens(words).length) as [number, number];
  const title = tokens(walk.title ?? '').join(' ');
  return { title: title === '' ? null : title, wordCount: visible * 10 < all && visible < 1000 ? all : visible };
}

function tokens(text: string): string[] {
  const spaced = Array.from(text, (character) => (classOf(character.codePointAt(0)!) === SPACE ? ' ' : character)).join(
    '',
  );
  return spaced.split(' ').filter((token) => token !== '');
}

class Walk {
  title: string | null = null;
  all = '';
  visible = '';

  children(node: Tree.ParentNode, isHidden: boolean): void {
    for (const child of node.childNodes) {
      if (adapter.isTextNode(child)) this.put(child.value, isHidden);
      else if (adapter.isElementNode(child)) this.element(child, isHidden);
    }
  }

  private element(element: Tree.Element, isHidden: boolean): void {
    const isHtml = element.namespaceURI === html.NS.HTML;
    const hides = isHidden || (isHtml && !NEVER_HIDDEN.has(element.tagName) && isHiddenBy(element));
    if (isHtml && element.tagName === 'title') {
      this.title ??= element.childNodes.map((child) => (adapter.isTextNode(child) ? child.value : '')).join('');
    }
    const isSilent = isHtml ? RAW.has(element.tagName) : SILENT.has(element.tagName);
    const separates = !isHtml || SEPARATING.has(element.tagName);
    if (separates) this.put(' ', hides);
    if (isSilent) this.titlesIn(element);
    else this.children(element, hides);
    if (separates) this.put(' ', hides);
  }

  /** Looks for titles inside an element whose text does not count (§9.3). A template has no children in this tree. */
  private titlesIn(element: Tree.Element): void {
    const { all, visible } = this;
    if (element.namespaceURI !== html.NS.HTML) this.children(element, true);
    [this.all, this.visible] = [all, visible];
  }

  private put(text: string, isHidden: boolean): void {
    this.all += text;
    if (!isHidden) this.visible += text;
  }
}

function isHiddenBy(element: Tree.Element): boolean {
  const values = new Map(element.attrs.map(({ name, value }) => [name, value]));
  const display = (values.get('style') ?? '')
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim().toLowerCase()))
    .findLast(([name]) => name === 'display');
  return values.has('hidden') || /^none\s*(!important)?$/.test(display?.[1] ?? '');
}
