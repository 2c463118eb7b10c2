/**
 * Classes of elements, each with the paragraph of spec/page-stats.md (§) that defines it.
 *
 * Names are in lower case.
 */
import { Names } from './names.ts';

/** §7.8: content runs to the end tag and is not markup. */
export const RAW = 1 << 0;
/** §8.1: start tags that open foreign content. */
export const FOREIGN_ROOT = 1 << 1;
/** §8.2: integration points, in which start tags are HTML again. The points of math have exceptions. */
export const SVG_POINT = 1 << 2;
export const MATH_POINT = 1 << 3;
export const MATH_POINT_EXCEPTION = 1 << 4;
/** §8.3: start tags that leave foreign content (HTML Standard, "The rules for parsing tokens in foreign content"). */
export const BREAKOUT = 1 << 5;
/** §8.5: text does not count while one of these is open in foreign content. */
export const SILENT = 1 << 6;
/** §10.2: start and end tags separate words. */
export const SEPARATING = 1 << 7;
/** §8.4: end tags that leave foreign content unless an open foreign element has their name. */
export const BREAKOUT_END = 1 << 8;
/**
 * §10.4: elements that never start a hidden region. Void elements have no content or end tag (HTML Standard, "Void
 * elements", plus obsolete ones).
 */
export const VOID = 1 << 9;
export const NEVER_HIDDEN = 1 << 10;
/** §10.5: end tags that do not end a hidden region if their start tag is outside of the region. */
export const FORMATTING = 1 << 11;
/** §10.8: controls, whose start and end tags separate words. Only some start tags of conditional controls do. */
export const CONTROL = 1 << 12;
export const CONDITIONAL_CONTROL = 1 << 13;
/** §10.9: elements that are never rendered, and elements that are rendered without their content. */
export const NEVER_RENDERED = 1 << 14;
export const EMPTY_INSIDE = 1 << 15;
/** §10.14: elements that can have a shadow root. So can elements with "-" in their names, except reserved names. */
export const HOST = 1 << 16;
export const RESERVED = 1 << 17;

/** §10.9, §10.10: elements that need no attribute to hide their text. */
export const HIDES_ALONE = 1 << 18;
/** Elements, other than raw ones, whose content is read in a special way. */
export const OTHER_CONTENT = 1 << 19;

const CLASSES: readonly (readonly [flags: number, names: string])[] = [
  [RAW, 'script style textarea title xmp iframe noembed noframes noscript'],
  [FOREIGN_ROOT, 'svg math'],
  [SVG_POINT, 'foreignobject desc title'],
  [MATH_POINT, 'mi mo mn ms mtext'],
  [MATH_POINT_EXCEPTION, 'mglyph malignmark'],
  [
    BREAKOUT,
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
      'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  ],
  [SILENT, 'title desc metadata style script annotation annotation-xml'],
  [
    SEPARATING | BREAKOUT_END,
    'address article aside blockquote br caption center col colgroup dd details dialog dir div dl dt fieldset figcaption ' +
      'figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup ' +
      'option p plaintext pre search section select summary table tbody td tfoot th thead tr ul xmp',
  ],
  [BREAKOUT_END, 'a abbr b big button cite code em font i label nobr s small span strike strong sub sup template tt u'],
  [VOID, 'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'],
  [NEVER_HIDDEN, 'html body svg math'],
  [CONTROL, 'button canvas embed iframe img meter progress textarea video'],
  [CONDITIONAL_CONTROL, 'audio input'],
  [NEVER_RENDERED, 'datalist rp'],
  [HIDES_ALONE, 'datalist dialog rp'],
  [OTHER_CONTENT, 'plaintext template'],
  [EMPTY_INSIDE, 'audio canvas meter progress video'],
  [HOST, 'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'],
  [
    RESERVED,
    'annotation-xml color-profile font-face font-face-format font-face-name font-face-src font-face-uri missing-glyph',
  ],
  [0, 'rb rt rtc'],
  [FORMATTING, 'a b big code em font i nobr s small strike strong tt u'],
];

const flagsByName = new Map<string, number>();
for (const [flags, names] of CLASSES) {
  for (const name of names.split(' ')) flagsByName.set(name, (flagsByName.get(name) ?? 0) | flags);
}
const KNOWN_NAMES = [...flagsByName.keys()];
const FLAGS = Int32Array.from(flagsByName.values());

/** Creates the table of a page's element names. It starts with the names of `CLASSES`, the known names. */
export function pageNames(): Names {
  return new Names(KNOWN_NAMES);
}

/** Returns the number of a known name. */
export function known(name: string): number {
  return KNOWN_NAMES.indexOf(name);
}

/** Returns the known name with this number, or undefined if there is none. */
export function nameOf(number: number): string | undefined {
  return KNOWN_NAMES[number];
}

/** Returns the classes of an element as bits. */
export function flagsOf(name: number): number {
  return name < FLAGS.length ? FLAGS[name]! : 0;
}

export const A = known('a');
export const ANNOTATION_XML = known('annotation-xml');
export const AUDIO = known('audio');
export const DIALOG = known('dialog');
export const FONT = known('font');
export const MATH = known('math');
export const PLAINTEXT = known('plaintext');
export const SCRIPT = known('script');
export const SVG = known('svg');
export const TEMPLATE = known('template');
export const TITLE = known('title');
export const WBR = known('wbr');
export const XMP = known('xmp');

/** A region ends at a start tag in `before`, unless an element in `unless` is open inside it (§10.6). */
export interface ImpliedEnd {
  readonly before: ReadonlySet<number>;
  readonly unless: readonly number[];
}

function numbers(names: string): number[] {
  return names.split(' ').map(known);
}

function impliedEnd(before: string, unless = ''): ImpliedEnd {
  return { before: new Set(numbers(before)), unless: unless === '' ? [] : numbers(unless) };
}

const TERM = impliedEnd('dt dd', 'dl');
const CELL = impliedEnd('td th tr tbody thead tfoot', 'table');
const ROW = impliedEnd('tr tbody thead tfoot', 'table');
const ROW_GROUP = impliedEnd('tbody thead tfoot', 'table');
const PARAGRAPH = impliedEnd(
  'address article aside blockquote center details dialog dir div dl dt dd fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp',
);

export const IMPLIED_END: ReadonlyMap<number, ImpliedEnd> = new Map(
  Object.entries({
    p: PARAGRAPH,
    li: impliedEnd('li', 'ul ol menu'),
    dt: TERM,
    dd: TERM,
    option: impliedEnd('option optgroup'),
    optgroup: impliedEnd('optgroup'),
    rp: impliedEnd('rb rt rtc rp'),
    td: CELL,
    th: CELL,
    tr: ROW,
    tbody: ROW_GROUP,
    thead: ROW_GROUP,
    tfoot: ROW_GROUP,
  }).map(([name, implied]) => [known(name), implied]),
);
