import { findField } from '@ledgerline/contract/clients/fields/catalog';
import { guessMapping } from '@ledgerline/contract/imports/column-guess';
import type { ColumnTarget } from '@ledgerline/contract/imports/column-targets';
import { guessNameColumn, isFullNameHeader } from '@ledgerline/contract/imports/full-name';
import type { ImportKind } from '@ledgerline/contract/imports/policy-columns';
import { type DateOrderEvidence, dateOrderEvidence, splitFullName } from '@ledgerline/contract/rules';
import { decodeHTMLStrict } from 'entities';
import { headerProblem, headersOf } from '../rules.ts';

/** Where an import's rows are, and the names of their columns. */
export interface Layout {
  sheet: number;
  header_row: number;
  name_column: number | null;
  headers: string[];
  mapping: (ColumnTarget | null)[];
  /** The order of month and day that the dates of each column prove. */
  date_proofs: (DateOrderEvidence | null)[];
}

interface Row {
  number: number;
  cells: readonly string[];
}

/** Titles, dates and filters above the column names take fewer rows than this. */
const MAX_TITLE_ROWS = 30;
/** The columns that a full name is split into, after the columns of the file. */
const NAME_PARTS = ['client_first_name', 'client_last_name'] as const;
const MAX_COLUMNS = 250;

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

/** How many cells of a row are known column names. */
function headerScore(cells: readonly string[], kind: ImportKind): number {
  if (headerProblem(cells) !== null) return 0;
  const known = guessMapping(cells, kind);
  return cells.filter((cell, column) => known[column] !== null || isFullNameHeader(cell)).length;
}

/**
 * The row with the column names: the first one with the most known names, otherwise the first that is as wide
 * as the rows below.
 */
function findHeaderRow(rows: readonly Row[], kind: ImportKind): { row: number; score: number } {
  const top = rows.slice(0, MAX_TITLE_ROWS);
  const scores = top.map(({ cells }) => headerScore(cells, kind));
  const score = Math.max(0, ...scores);
  const best = top[scores.indexOf(score)];
  if (best && (score > 1 || (score === 1 && filled(best.cells) <= 2))) return { row: best.number, score };
  const widest = Math.max(...top.map(({ cells }) => filled(cells)));
  const first =
    filled(top[0]?.cells ?? []) === 1 ? top.find(({ cells }) => filled(cells) * 2 > widest) : top[0];
  return { row: (first ?? top[0])?.number ?? 1, score: 0 };
}

/** The sheet with the most known column names and rows below them, and its row of column names. */
export function findLayout(
  sheets: readonly (readonly Row[])[],
  kind: ImportKind = 'clients',
): { sheet: number; header_row: number } {
  let best = { sheet: 0, header_row: 1, score: -1 };
  sheets.forEach((rows, sheet) => {
    if (rows.length === 0) return;
    const { row, score } = findHeaderRow(rows, kind);
    const hasRows = (rows.at(-1)?.number ?? 0) > row;
    const weight = hasRows ? score : -0.5;
    if (weight > best.score) best = { sheet, header_row: row, score: weight };
  });
  return { sheet: best.sheet, header_row: best.header_row };
}

/** Column names and suggested fields of a chosen row; if `name_column` is undefined, it is detected too. */
export function layoutOf(
  rows: readonly Row[],
  location: { sheet: number; header_row: number },
  name_column?: number | null,
  kind: ImportKind = 'clients',
): Layout {
  const names = rows.find(({ number }) => number === location.header_row)?.cells ?? [];
  const data = rows.filter(({ number }) => number > location.header_row);
  const widths = data.map(({ cells }) => cells.length);
  const columns = withNameColumn(headersOf(names, widths), name_column, kind);
  const texts = (column: number) => data.map(({ cells }) => cells[column] ?? '');
  return {
    ...location,
    ...columns,
    date_proofs: columns.headers.map((_, column) => dateOrderEvidence(texts(column))),
  };
}

/** The columns of the file, and two more if one column holds full names. */
export function withNameColumn(
  headers: string[],
  chosen?: number | null,
  kind: ImportKind = 'clients',
): Pick<Layout, 'name_column' | 'headers' | 'mapping'> {
  const mapping = guessMapping(headers, kind);
  const wanted = chosen === undefined ? guessNameColumn(headers, mapping) : chosen;
  const hasSpace = headers.length + NAME_PARTS.length <= MAX_COLUMNS;
  if (wanted === null || !hasSpace || headers[wanted] === undefined)
    return { name_column: null, headers, mapping };
  const own = mapping.map((field, column) =>
    column === wanted || NAME_PARTS.some((part) => part === field) ? null : field,
  );
  return {
    name_column: wanted,
    headers: [...headers, `${headers[wanted]} (first name)`, `${headers[wanted]} (last name)`],
    mapping: [...own, ...NAME_PARTS],
  };
}

/** The columns that the file itself has. */
export function fileHeaders({ headers, name_column }: Pick<Layout, 'headers' | 'name_column'>): string[] {
  return name_column === null ? headers : headers.slice(0, -NAME_PARTS.length);
}

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31}\d{0,2});/i;
const TAG = /<\/?[a-z]/i;

/** Decodes `O&#39;Brien` and `AT&amp;amp;T` to plain text; formatted text stays HTML. */
export function withoutEntities(cell: string): string {
  if (!ENTITY.test(cell) || TAG.test(cell)) return cell;
  const once = decodeHTMLStrict(cell);
  return ENTITY.test(once) ? decodeHTMLStrict(once) : once;
}

/** A row's cells in the order of `headers`: entities decoded except in secrets, full names split. */
export function shapeCells(
  cells: readonly string[],
  layout: Pick<Layout, 'headers' | 'mapping' | 'name_column'>,
): string[] {
  if (cells.length === 0) return [];
  const readable = cells.map((cell, column) =>
    findField(layout.mapping[column] ?? '')?.kind === 'secret' ? cell : withoutEntities(cell),
  );
  if (layout.name_column === null) return readable;
  const width = fileHeaders(layout).length;
  const { first, last } = splitFullName(readable[layout.name_column] ?? '');
  const own = Array.from({ length: width }, (_, column) => readable[column] ?? '');
  return [...own, first, last, ...readable.slice(width)];
}

const PAGE = /^[-–\s]*(?:page|página|pagina|pág\.|pag\.)\s*:?\s*\d+(?:\s*(?:of|de|\/)\s*\d+)?[-–\s]*$/i;
const TOTAL =
  /^(?:grand |sub[- ]?)?total(?:es|s|is)?(?: (?:of )?(?:clients|records|rows|policies|members|premium|count|general|geral))?\s*[:=]?\s*[$\d.,]*$|^(?:record |row |client )?count\s*[:=]\s*[\d.,]+$|^[\d.,]+ (?:records?|rows?|clients?|members?|policies)(?: (?:found|total))?\.?$/i;
const REPORT =
  /^(?:end of (?:report|file|list)|(?:report |list )?(?:printed|generated|exported|created|run) (?:on|by|at)\b.*|confidential\W*)$/i;
const NUMBER = /^[-+($€\s]*[\d.,]+[)%\s]*$/;
const LINE = /^[-=_*\s]+$/;

/** Why a report row is not a client: totals, page numbers, repeated column names; null for any other row. */
export function junkReason(cells: readonly string[], headers: readonly string[]): string | null {
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [first = '', ...others] = texts.map((text) => text.slice(0, 200));
  if (texts.every((text) => LINE.test(text))) return 'Looks like a separator and was skipped';
  if (others.length === 0 && PAGE.test(first)) return 'Looks like a page number and was skipped';
  if (TOTAL.test(first) && others.every((text) => NUMBER.test(text) || TOTAL.test(text)))
    return 'Looks like a totals row and was skipped';
  if (others.length === 0 && REPORT.test(first)) return 'Looks like a report footer and was skipped';
  const isHeader = cells.every((cell, column) => {
    const text = cell.trim().toLowerCase();
    return text === '' || text === headers[column]?.trim().toLowerCase();
  });
  return isHeader && texts.length > 1 ? 'Repeats the column names and was skipped' : null;
}
