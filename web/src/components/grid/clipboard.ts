/** Cells as spreadsheets exchange them: rows of text. */
export type Block = string[][];

const NEEDS_QUOTES = /[\t\n\r"]/;

/** What Excel and Sheets read from text/plain. */
export function toTsv(block: readonly (readonly string[])[]): string {
  return block
    .map((row) =>
      row.map((text) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'),
    )
    .join('\n');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** What Excel and Sheets read from text/html; every cell is text, so that leading zeros are kept. */
export function toHtmlTable(block: readonly (readonly string[])[]): string {
  const rows = block.map((row) => {
    const cells = row.map((text) => {
      const lines = escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>');
      return `<td style="mso-number-format:'\\@'">${lines}</td>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<style>br{mso-data-placement:same-cell}</style><table><tbody>${rows.join('')}</tbody></table>`;
}

/** text/plain of a spreadsheet: tabs and line breaks, with quotes around cells that contain either. */
export function parseTsv(text: string): Block {
  const block: Block = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const cell = readCell(text, at);
    row.push(cell.text);
    at = cell.end + 1;
    if (text.charAt(cell.end) === '\t') continue;
    if (text.startsWith('\r\n', cell.end)) at += 1;
    block.push(row);
    row = [];
  }
  const last = block.at(-1);
  const endsWithLineEnd = block.length > 1 && last?.length === 1 && last[0] === '';
  return endsWithLineEnd ? block.slice(0, -1) : block;
}

function readCell(text: string, start: number): { text: string; end: number } {
  const quoted = text.charAt(start) === '"' ? readQuoted(text, start) : null;
  if (quoted) return quoted;
  const end = nextOf(text, start);
  return { text: text.slice(start, end), end };
}

/** A quoted cell; null when the quote is an ordinary character, as in `"Bob" Smith`. */
function readQuoted(text: string, start: number): { text: string; end: number } | null {
  let at = start + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close === -1) return null;
    if (text.charAt(close + 1) === '"') {
      at = close + 2;
      continue;
    }
    const end = close + 1;
    const isEnd = end === text.length || '\t\r\n'.includes(text.charAt(end));
    return isEnd ? { text: text.slice(start + 1, close).replaceAll('""', '"'), end } : null;
  }
}

function nextOf(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) if ('\t\r\n'.includes(text.charAt(at))) return at;
  return text.length;
}

/** The first table of an HTML fragment; null without one. */
export function parseHtmlTable(html: string): Block | null {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  if (!table) return null;
  return [...table.rows].map((row) =>
    [...row.cells].flatMap((cell) => {
      for (const br of cell.querySelectorAll('br')) br.replaceWith('\n');
      const text = (cell.textContent ?? '').replaceAll('\u00a0', ' ');
      return [text, ...Array.from({ length: Math.max(0, cell.colSpan - 1) }, () => '')];
    }),
  );
}

/**
 * The cells on a clipboard. text/plain wins, since it has values as displayed, including leading zeros; an HTML table
 * counts where the plain text is missing or a single line.
 */
export function readClipboard(clipboard: { getData(type: string): string }): Block | null {
  const text = clipboard.getData('text/plain');
  const html = clipboard.getData('text/html');
  if (html && !/[\t\n]/.test(text)) {
    const block = parseHtmlTable(html);
    if (block && (text === '' || block.flat().length > 1)) return block;
  }
  return text === '' ? null : parseTsv(text);
}
