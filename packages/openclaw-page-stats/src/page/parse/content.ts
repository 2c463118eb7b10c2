/** Interprets tags and text: finds the title (§9) and decides which text counts (§8, §10). */
import type { Attributes } from './attributes.ts';
import {
  A,
  AUDIO,
  BREAKOUT_END,
  CONDITIONAL_CONTROL,
  CONTROL,
  EMPTY_INSIDE,
  flagsOf,
  FOREIGN_ROOT,
  FORMATTING,
  HIDES_ALONE,
  NEVER_HIDDEN,
  OTHER_CONTENT,
  pageNames,
  PLAINTEXT,
  RAW,
  SEPARATING,
  TEMPLATE,
  TITLE,
  VOID,
  WBR,
  XMP,
} from './elements.ts';
import { ForeignStack } from './foreign.ts';
import { kindIn, Parents, Regions, UNRENDERED } from './hidden.ts';
import { OpenCounts } from './names.ts';
import type { VisibleText } from './visible.ts';

/** Elements for which some or all tags separate words. */
const SEPARATES = SEPARATING | FOREIGN_ROOT | CONTROL | CONDITIONAL_CONTROL;

/** Elements that need special processing even without attributes. */
const SPECIAL =
  RAW | VOID | FOREIGN_ROOT | NEVER_HIDDEN | EMPTY_INSIDE | HIDES_ALONE | CONDITIONAL_CONTROL | OTHER_CONTENT;

/** Thrown at a possible shadow root (§10.14), if the page is read without looking for the hosts of shadow roots. */
export class ShadowRootError extends Error {}

export class Content {
  readonly isXhtml: boolean;
  /** Null until a title has been read. */
  title: string | null = null;
  readonly foreign = new ForeignStack();
  readonly text: VisibleText;
  readonly names = pageNames();
  /** The number of open templates whose content does not count, and the number of open shadow roots around them. */
  private templates = 0;
  private shadowRoots = 0;
  private readonly regions = new Regions();
  private readonly outside = new OpenCounts();
  private readonly parents: Parents | null;

  /** If `shadowRoots` is false, a possible shadow root throws a `ShadowRootError`. */
  constructor(text: VisibleText, isXhtml: boolean, shadowRoots = true) {
    this.text = text;
    this.isXhtml = isXhtml;
    this.parents = shadowRoots ? new Parents(this.names) : null;
  }

  /** Whether text at the current position is counted, either as visible or as hidden text. */
  get countsText(): boolean {
    return this.templates === 0 && this.foreign.silent === 0 && this.regions.kind !== UNRENDERED;
  }

  /** Processes the content of an HTML title (§9.1, §9.3). */
  setTitle(title: string): void {
    if (this.title === null && this.templates === 0 && this.shadowRoots === 0) this.title = title;
  }

  // ---- tags

  /** Processes a start tag; returns whether raw text or plaintext follows it. */
  startTag(name: number, attributes: Attributes): boolean {
    const flags = flagsOf(name);
    if ((flags & SPECIAL) !== 0 || !this.isPlain || attributes.mayHide || attributes.selfClosing)
      return this.startSpecial(name, attributes);
    if (name === A) this.link(attributes.linksIn(false));
    this.parents?.open(name);
    this.outside.open(name);
    if ((flags & (SEPARATING | CONTROL)) !== 0) this.separate();
    return false;
  }

  endTag(name: number): void {
    if (!this.isPlain || name === TEMPLATE) {
      this.endSpecial(name);
      return;
    }
    if (name === A) this.link(false);
    this.parents?.close(name);
    this.outside.close(name);
    if ((flagsOf(name) & (SEPARATING | CONTROL)) !== 0) this.separate();
  }

  /** Whether the current position is outside regions, svg and math. Ordinary tags are processed quickly there. */
  private get isPlain(): boolean {
    return this.foreign.isEmpty && this.regions.name === null;
  }

  private startSpecial(name: number, attributes: Attributes): boolean {
    const { foreign } = this;
    const flags = flagsOf(name);
    if (foreign.takes(name, attributes)) {
      this.separate();
      if (name === A) this.link(attributes.linksIn(true) && !attributes.selfClosing);
      if (!attributes.selfClosing) foreign.push(name, attributes);
      return false;
    }
    while (foreign.isEmpty && this.regions.endsBefore(name)) this.endRegion();
    if (name === A) this.link(attributes.linksIn(false) && !(attributes.selfClosing && this.isXhtml));
    if (attributes.selfClosing && this.isXhtml) {
      this.emptyElement(name, attributes);
      return false;
    }
    if ((flags & RAW) !== 0 && name !== XMP) {
      this.separateAlone(name, attributes);
      return true;
    }
    if ((flags & VOID) !== 0) {
      this.readVoid(name, attributes);
      return false;
    }
    if (name === TEMPLATE) this.openTemplate(attributes);
    else if ((flags & FOREIGN_ROOT) === 0) this.open(name, kindIn(this.regions.kind, name, attributes), attributes);
    this.separateAt(name, attributes);
    if ((flags & FOREIGN_ROOT) !== 0 && !attributes.selfClosing) foreign.pushRoot(name);
    return name === XMP || name === PLAINTEXT;
  }

  private endSpecial(name: number): void {
    if (name === A) this.link(false);
    const { foreign } = this;
    if (!foreign.isEmpty) {
      if (foreign.close(name)) {
        this.separate();
        return;
      }
      if (foreign.isDirect) {
        if ((flagsOf(name) & BREAKOUT_END) === 0) return;
        foreign.leave();
      }
    }
    this.endHtml(name);
  }

  /** Processes the end tag of an HTML element. */
  endHtml(name: number): void {
    this.parents?.close(name);
    if (this.regions.name === null) this.outside.close(name);
    else if (!this.regions.close(name) && this.foreign.isEmpty) this.endRegions(name);
    if (name === TEMPLATE) this.closeTemplate();
    else if ((flagsOf(name) & (SEPARATING | CONTROL)) !== 0) this.separate();
    if (this.regions.isClosed) this.endRegion();
  }

  private closeTemplate(): void {
    if (this.templates > 0) this.templates--;
    else if (this.shadowRoots > 0) this.shadowRoots--;
  }

  /** Processes an element that is self-closed in XHTML (§7.13). */
  private emptyElement(name: number, attributes: Attributes): void {
    if (name === TITLE) this.setTitle('');
    else this.readVoid(name, attributes);
  }

  /** Processes an element without content. A wbr element ends a run of letters, as U+200B does (§11.4). */
  private readVoid(name: number, attributes: Attributes): void {
    if (name !== WBR) this.separateAlone(name, attributes);
    else if (this.countsText) this.text.breakRun();
  }

  /** Opens a template, which may be the content of a shadow root (§10.14). */
  private openTemplate(attributes: Attributes): void {
    const around = this.regions.kind;
    if (this.templates === 0 && this.foreign.isEmpty && attributes.isShadowRoot && this.attach()) {
      this.shadowRoots++;
      this.open(TEMPLATE, around, attributes);
    } else {
      this.templates++;
      this.open(TEMPLATE, kindIn(around, TEMPLATE, attributes), attributes);
    }
  }

  private attach(): boolean {
    if (this.parents === null) throw new ShadowRootError();
    return this.parents.attach();
  }

  /** Records an open HTML element. Outside svg and math, the element may start a region of this kind. */
  private open(name: number, kind: number, attributes: Attributes): void {
    const { regions } = this;
    if (!this.foreign.isEmpty) {
      if (regions.name !== null) regions.open(name);
      return;
    }
    this.parents?.open(name);
    const flags = flagsOf(name);
    if ((flags & NEVER_HIDDEN) !== 0) return;
    const around = regions.kind;
    if ((flags & EMPTY_INSIDE) !== 0 && kind !== UNRENDERED) {
      this.text.enter(kind);
      this.separateAt(name, attributes);
      kind = UNRENDERED;
    }
    if (kind !== around) {
      this.text.enter(kind);
      regions.begin(kind, name);
    } else if (regions.name !== null) {
      regions.open(name);
    } else {
      this.outside.open(name);
    }
  }

  /** Separates words at an element without content, if it is shown (§10.8). */
  private separateAlone(name: number, attributes: Attributes): void {
    if ((flagsOf(name) & SEPARATES) === 0) return;
    const around = this.regions.kind;
    const isRegion = this.foreign.isEmpty && (flagsOf(name) & NEVER_HIDDEN) === 0;
    const kind = isRegion ? kindIn(around, name, attributes) : around;
    if (kind === around) {
      this.separateAt(name, attributes);
    } else if (kind !== UNRENDERED) {
      this.text.enter(kind);
      this.separateAt(name, attributes);
      this.text.enter(around);
    }
  }

  /** Separates words if the start tag `name` is one that separates words (§10.2, §10.8). */
  private separateAt(name: number, attributes: Attributes): void {
    const flags = flagsOf(name);
    if ((flags & (SEPARATING | FOREIGN_ROOT | CONTROL)) !== 0) this.separate();
    else if (
      (flags & CONDITIONAL_CONTROL) !== 0 &&
      (name === AUDIO ? attributes.hasControls : !attributes.isHiddenInput)
    )
      this.separate();
  }

  /** Separates words if text is counted here (§10.2). In regions, only some counts are affected (§10.3). */
  private separate(): void {
    if (this.countsText) this.text.separate();
  }

  /** Starts or ends a link (§10.15). */
  private link(starts: boolean): void {
    if (this.templates === 0) this.text.counts.link = starts ? 1 : 0;
  }

  /** Ends the regions inside the element that the end tag `name` closes, if there is such an element (§10.5). */
  private endRegions(name: number): void {
    const { regions, outside } = this;
    if ((flagsOf(name) & FORMATTING) !== 0 || !(regions.isOpenAround(name) || outside.get(name) > 0)) return;
    while (regions.name !== null && !regions.close(name)) this.endRegion();
    if (regions.name === null) outside.close(name);
  }

  private endRegion(): void {
    this.regions.end();
    this.text.enter(this.regions.kind);
  }
}
