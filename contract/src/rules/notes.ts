// Elements whose content is never shown as text.
const RAW_ELEMENTS = ['script', 'style'];
const BLANK_ENTITIES =
  /&(?:nbsp|NonBreakingSpace|ensp|emsp|thinsp|zwnj|zwj|shy|#0*(?:9|10|13|32|160|173|8203|8204|8205|65279)|#x0*(?:9|a|d|20|a0|ad|200b|200c|200d|feff))(?:;|(?![a-z0-9]))/gi;
const INVISIBLE = /[\s\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** A note as stored: '' when it has no text apart from markup and whitespace (0§5), else unchanged. */
export function storableNote(html: string | null | undefined): string {
  const note = html ?? '';
  return hasVisibleText(note) ? note : '';
}

/** True when a piece of HTML has readable text apart from markup and whitespace. */
export function hasVisibleText(html: string): boolean {
  return textOf(html).replaceAll(BLANK_ENTITIES, '').replaceAll(INVISIBLE, '') !== '';
}

/** The text of HTML, scanned once from left to right as a browser would; entities stay unchanged. */
function textOf(html: string): string {
  let text = '';
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf('<', at);
    if (next === -1) return text + html.slice(at);
    text += html.slice(at, next);
    const end = endOfMarkup(html, next);
    // A '<' that opens no tag, as in '1 < 2', is text.
    if (end === next) text += '<';
    at = Math.max(end, next + 1);
  }
  return text;
}

/** Where the markup that starts at a '<' ends; the same position when there is none. */
function endOfMarkup(html: string, at: number): number {
  if (html.startsWith('<!--', at)) return endOfComment(html, at);
  const name = /^<([a-z][a-z0-9]*)/i.exec(html.slice(at, at + 16))?.[1]?.toLowerCase();
  if (name !== undefined) return afterElement(html, endOfTag(html, at + 1), name);
  if (/[a-z]/i.test(html.charAt(at + 2)) && html.charAt(at + 1) === '/') return endOfTag(html, at + 2);
  return /[!?/]/.test(html.charAt(at + 1)) ? endAfter(html, '>', at + 2) : at;
}

/** Comments end with '-->'; '<!-->' and '<!--->' are complete comments. */
function endOfComment(html: string, at: number): number {
  const short = /^<!---?>/.exec(html.slice(at, at + 6))?.[0];
  return short === undefined ? endAfter(html, '-->', at + 4) : at + short.length;
}

/** A tag ends at the first '>' outside a quoted attribute value; quotes count only after '='. */
function endOfTag(html: string, from: number): number {
  let afterEquals = false;
  for (let at = from; at < html.length; at += 1) {
    const char = html.charAt(at);
    if (char === '>') return at + 1;
    if (afterEquals && (char === '"' || char === "'")) at = endAfter(html, char, at + 1) - 1;
    if (char.trim() !== '') afterEquals = char === '=';
  }
  return html.length;
}

function afterElement(html: string, endOfOpening: number, name: string): number {
  if (!RAW_ELEMENTS.includes(name)) return endOfOpening;
  const closing = new RegExp(`</${name}(?=[\\s/>]|$)`, 'gi');
  closing.lastIndex = endOfOpening;
  const found = closing.exec(html);
  return found === null ? html.length : endOfTag(html, found.index + 2);
}

function endAfter(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}
