/** Decides whether a page without a valid Content-Type is HTML (§5.19). */

/** MIME Sniffing Standard, "read the resource header". */
export const HEADER_BYTES = 1445;

/** MIME Sniffing Standard, "identify an unknown MIME type": the rows of text/html, each with a tag-terminating byte. */
const HTML =
  /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[ >]/i;

/** Returns whether the first bytes of `body` are those of an HTML page. */
export function isHtml(body: Uint8Array): boolean {
  return HTML.test(Buffer.from(body.subarray(0, HEADER_BYTES)).toString('latin1'));
}
