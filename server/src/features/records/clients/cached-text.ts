import { createHash } from 'node:crypto';
import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { EncryptedCells } from './encryption/encrypted-cells.ts';

/** Neighbours in the catalogue that are kept together: in the text itself, or beside it in one ciphertext. */
interface Run {
  start: number;
  fields: CatalogField[];
  isEncrypted: boolean;
}

const RUNS = runsOf(CLIENT_FIELDS);
const PLAIN_RUNS = RUNS.filter(({ isEncrypted }) => !isEncrypted);
const ENCRYPTED_RUNS = RUNS.filter(({ isEncrypted }) => isEncrypted);

function runsOf(fields: readonly CatalogField[]): Run[] {
  const runs: Run[] = [];
  fields.forEach((field, position) => {
    const isEncrypted = field.isEncrypted === true;
    const last = runs.at(-1);
    if (last?.isEncrypted === isEncrypted) last.fields.push(field);
    else runs.push({ start: position, fields: [field], isEncrypted });
  });
  // So that a text and what is put into its gaps alternate.
  if (runs[0]?.isEncrypted || runs.at(-1)?.isEncrypted)
    throw new Error('the catalogue begins and ends in clear');
  return runs;
}

/** Changes with the catalogue, so that texts of an older one are made anew. */
const CATALOG_MARK = createHash('sha256')
  .update(
    CLIENT_FIELDS.map(({ name, kind, mask, isEncrypted = false }: CatalogField) =>
      [name, kind, mask ?? '', isEncrypted].join(' '),
    ).join(),
  )
  .digest('base64url')
  .slice(0, 8);

/** The SQL condition of rows whose text has to be made anew. */
export const STALE_LEDGER_TEXT = `ledger_text is null or not starts_with(ledger_text, '${CATALOG_MARK}')`;

const NOT_ASCII = /[\u0080-\uffff]/g;
/** Where sealed cells belong: a character that JSON never holds as it is. */
const GAP = '\u0001';

/** Values as JSON without its brackets, all ASCII. */
function wireText(values: readonly FieldValue[]): string {
  return JSON.stringify(values)
    .slice(1, -1)
    .replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function encryptedText({ fields }: Run, cells: EncryptedCells): string {
  return wireText(fields.map((field) => cells[field.name] ?? emptyValue(field)));
}

/** The sealed runs of a client of whom nothing is sealed. */
const EMPTY_RUNS = ENCRYPTED_RUNS.map((run) => encryptedText(run, {}));

/** A client's cells in wire form as the ledger keeps them behind the mark, in catalogue order, with gaps for the sealed ones. */
export function ledgerText(cells: readonly FieldValue[]): string {
  const texts = PLAIN_RUNS.map(({ start, fields }) => wireText(cells.slice(start, start + fields.length)));
  return CATALOG_MARK + texts.join(GAP);
}

/** The cells of a kept text with the sealed ones, still JSON; null when it has to be made anew. */
export function cellsOfCachedText(text: string | null, open: () => EncryptedCells | null): string | null {
  if (!text?.startsWith(CATALOG_MARK)) return null;
  const opened = open();
  if (opened === null) return null;
  const hasAny = Object.keys(opened).length > 0;
  const [first = '', ...rest] = text.slice(CATALOG_MARK.length).split(GAP);
  let cells = first;
  rest.forEach((plain, position) => {
    const run = ENCRYPTED_RUNS[position];
    const own = hasAny && run ? encryptedText(run, opened) : EMPTY_RUNS[position];
    cells += `,${own},${plain}`;
  });
  return cells;
}
