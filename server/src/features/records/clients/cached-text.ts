import { createHash } from 'node:crypto';
import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogueField, CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { SealedCells } from './encryption/encrypted-cells.ts';

/** Neighbours in the catalogue that are kept together: in the text itself, or beside it in one ciphertext. */
interface Run {
  start: number;
  fields: CatalogueField[];
  isSealed: boolean;
}

const RUNS = runsOf(CLIENT_FIELDS);
const KEPT_RUNS = RUNS.filter(({ isSealed }) => !isSealed);
const SEALED_RUNS = RUNS.filter(({ isSealed }) => isSealed);

function runsOf(fields: readonly CatalogueField[]): Run[] {
  const runs: Run[] = [];
  fields.forEach((field, position) => {
    const isSealed = field.isSealed === true;
    const last = runs.at(-1);
    if (last?.isSealed === isSealed) last.fields.push(field);
    else runs.push({ start: position, fields: [field], isSealed });
  });
  // So that a text and what is put into its gaps alternate.
  if (runs[0]?.isSealed || runs.at(-1)?.isSealed) throw new Error('the catalogue begins and ends in clear');
  return runs;
}

/** Changes with the catalogue, so that texts of an older one are made anew. */
const CATALOGUE_MARK = createHash('sha256')
  .update(
    CLIENT_FIELDS.map(({ name, kind, mask, isSealed = false }: CatalogueField) =>
      [name, kind, mask ?? '', isSealed].join(' '),
    ).join(),
  )
  .digest('base64url')
  .slice(0, 8);

/** The SQL condition of rows whose text has to be made anew. */
export const STALE_LEDGER_TEXT = `ledger_text is null or not starts_with(ledger_text, '${CATALOGUE_MARK}')`;

const NOT_ASCII = /[\u0080-\uffff]/g;
/** Where sealed cells belong: a character that JSON never holds as it is. */
const GAP = '\u0001';

/** Values as JSON without its brackets, all ASCII. */
function wireText(values: readonly FieldValue[]): string {
  return JSON.stringify(values)
    .slice(1, -1)
    .replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function sealedText({ fields }: Run, cells: SealedCells): string {
  return wireText(fields.map((field) => cells[field.name] ?? emptyValue(field)));
}

/** The sealed runs of a client of whom nothing is sealed. */
const EMPTY_RUNS = SEALED_RUNS.map((run) => sealedText(run, {}));

/** A client's cells in wire form as the ledger keeps them behind the mark, in catalogue order, with gaps for the sealed ones. */
export function ledgerText(cells: readonly FieldValue[]): string {
  const texts = KEPT_RUNS.map(({ start, fields }) => wireText(cells.slice(start, start + fields.length)));
  return CATALOGUE_MARK + texts.join(GAP);
}

/** The cells of a kept text with the sealed ones, still JSON; null when it has to be made anew. */
export function cellsOfKeptText(text: string | null, open: () => SealedCells | null): string | null {
  if (!text?.startsWith(CATALOGUE_MARK)) return null;
  const sealed = open();
  if (sealed === null) return null;
  const hasAny = Object.keys(sealed).length > 0;
  const [first = '', ...rest] = text.slice(CATALOGUE_MARK.length).split(GAP);
  let cells = first;
  rest.forEach((kept, position) => {
    const run = SEALED_RUNS[position];
    const own = hasAny && run ? sealedText(run, sealed) : EMPTY_RUNS[position];
    cells += `,${own},${kept}`;
  });
  return cells;
}
