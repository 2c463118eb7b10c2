/** Interprets tags and text: finds the title (§9) and decides which text counts (§8, §10). */
import type { Attributes } from './attributes.ts';
import {
  BREAKOUT_END,
  flagsOf,
  FOREIGN_ROOT,
  NEVER_HIDDEN,
  PLAINTEXT,
  RAW,
  SEPARATING,
  TEMPLATE,
  TITLE,
  VOID,
  XMP,
} from './elements.ts';
import { ForeignStack } from './foreign.ts';
import { closeOutside, Region } from './hidden.ts';
import { OpenCounts } from './names.ts';
import type { VisibleText } from './visible.ts';

export class Content {
  readonly isXhtml: boolean;
  /** Null until a title has been read. */
  title: string | null = null;
  readonly foreign = new ForeignStack();
  readonly text: VisibleText;
  private templates = 0;
  private readonly region = new Region();
  private readonly outside = new OpenCounts();

  constructor(text: VisibleText, isXhtml: boolean) {
    this.text = text;
    this.isXhtml = isXhtml;
  }

  /** Whether text at the current position is counted, either as visible or as hidden text. */
  get countsText(): boolean {
    return this.templates === 0 && this.foreign.silent === 0;
  }

  /** Processes the content of an HTML title (§9.1, §9.3). */
  setTitle(title: string): void {
    if (this.title === null && this.templates === 0) this.title = title;
  }

  // ---- tags

  /** Processes a start tag; returns whether raw text or plaintext follows it. */
  startTag(name: number, attributes: Attributes): boolean {
    const { foreign } = this;
    const flags = flagsOf(name);
    if (foreign.takes(name, attributes)) {
      this.separate();
      if (!attributes.selfClosing) foreign.push(name, attributes);
      return false;
    }
    if (foreign.isEmpty && this.region.endsBefore(name)) this.show();
    if (attributes.selfClosing && this.isXhtml) {
      this.emptyElement(name);
      return false;
    }
    if ((flags & RAW) !== 0 && name !== XMP) return true;
    if ((flags & (VOID | NEVER_HIDDEN)) === 0) this.open(name, attributes);
    if ((flags & FOREIGN_ROOT) !== 0) {
      this.separate();
      if (!attributes.selfClosing) foreign.pushRoot(name);
    } else if ((flags & SEPARATING) !== 0) {
      this.separate();
    } else if (name === TEMPLATE) {
      this.templates++;
    }
    return name === XMP || name === PLAINTEXT;
  }

  endTag(name: number): void {
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
    if (this.region.name === null) this.outside.close(name);
    else if (!this.region.close(name) && this.foreign.isEmpty && closeOutside(this.outside, name)) this.show();
    if (name === TEMPLATE) this.templates = Math.max(0, this.templates - 1);
    else if ((flagsOf(name) & SEPARATING) !== 0) this.separate();
    if (this.region.isClosed) this.show();
  }

  /** Processes an element that is self-closed in XHTML (§7.13). */
  private emptyElement(name: number): void {
    if (name === TITLE) this.setTitle('');
    else if ((flagsOf(name) & (SEPARATING | FOREIGN_ROOT)) !== 0) this.separate();
  }

  /** Records an open HTML element. Outside svg and math, the element may start a hidden region. */
  private open(name: number, attributes: Attributes): void {
    if (this.region.name !== null) {
      this.region.open(name);
    } else if (this.foreign.isEmpty) {
      if (attributes.hides) {
        this.text.counts.hidden = true;
        this.region.begin(name);
      } else {
        this.outside.open(name);
      }
    }
  }

  /** Separates words if text is counted here. In a hidden region, this separates only hidden words (§10.2, §10.3). */
  private separate(): void {
    if (this.countsText) this.text.separate();
  }

  /** Ends the hidden region. */
  private show(): void {
    this.text.counts.hidden = false;
    this.region.end();
  }
}
