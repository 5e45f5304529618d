/** Far more than any note that people write or paste; below these limits sanitizing one text takes less than 50 ms. */
const MAX_TAGS = 5000;
const MAX_DEPTH = 100;

const TAG = /<(\/?)([a-z][a-z0-9]*)/gi;
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'wbr']);
/** Elements that people leave open: the next one of the same kind closes them. */
const OPEN_ENDED = new Set(['p', 'li', 'td', 'th', 'tr', 'dt', 'dd', 'option']);

/**
 * Why rich text is too complex to be sanitized, or null. Parsing markup costs O(tags × depth), so both are limited here first, in one pass
 * over the text.
 */
export function richTextProblem(html: string): string | null {
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    tags += 1;
    if (tags > MAX_TAGS) return 'has too much formatting (more than 5,000 tags). Paste it as plain text';
  }
  return isTooDeep(html)
    ? 'has too much nested formatting (more than 100 levels). Paste it as plain text'
    : null;
}

function isTooDeep(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(TAG)) {
    const tag = name.toLowerCase();
    if (VOID.has(tag)) continue;
    if (slash === '') {
      if (!OPEN_ENDED.has(tag) || open.at(-1) !== tag) open.push(tag);
    } else if (open.includes(tag)) open.length = open.lastIndexOf(tag);
    if (open.length > MAX_DEPTH) return true;
  }
  return false;
}
