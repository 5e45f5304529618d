import { createHash } from 'node:crypto';
import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { EncryptedCells } from './encryption/encrypted-cells.ts';

/**
 * Adjacent catalog fields that are stored together: in the text itself, or in the one ciphertext beside it.
 */
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
  // So that stored text and the values for its gaps alternate.
  if (runs[0]?.isEncrypted || runs.at(-1)?.isEncrypted)
    throw new Error('the catalog must start and end with unencrypted fields');
  return runs;
}

/** Changes with the catalog, so that texts from an older one are rebuilt. */
const CATALOG_HASH = createHash('sha256')
  .update(
    CLIENT_FIELDS.map(({ name, kind, mask, isEncrypted = false }: CatalogField) =>
      [name, kind, mask ?? '', isEncrypted].join(' '),
    ).join(),
  )
  .digest('base64url')
  .slice(0, 8);

/** The SQL condition for rows whose text must be rebuilt. */
export const STALE_LEDGER_TEXT = `ledger_text is null or not starts_with(ledger_text, '${CATALOG_HASH}')`;

const NOT_ASCII = /[\u0080-\uffff]/g;
/** Marks the position of encrypted cells: a character that never appears unescaped in JSON. */
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

/** The encrypted runs of a client without encrypted values. */
const EMPTY_RUNS = ENCRYPTED_RUNS.map((run) => encryptedText(run, {}));

/**
 * A client's cells in wire form as stored after the catalog hash, in catalog order, with gaps for the
 * encrypted ones.
 */
export function ledgerText(cells: readonly FieldValue[]): string {
  const texts = PLAIN_RUNS.map(({ start, fields }) => wireText(cells.slice(start, start + fields.length)));
  return CATALOG_HASH + texts.join(GAP);
}

/** The cells of a cached text with the encrypted ones inserted, still JSON; null if it must be rebuilt. */
export function cellsOfCachedText(text: string | null, decrypt: () => EncryptedCells | null): string | null {
  if (!text?.startsWith(CATALOG_HASH)) return null;
  const decrypted = decrypt();
  if (decrypted === null) return null;
  const hasAny = Object.keys(decrypted).length > 0;
  const [first = '', ...rest] = text.slice(CATALOG_HASH.length).split(GAP);
  let cells = first;
  rest.forEach((plain, position) => {
    const run = ENCRYPTED_RUNS[position];
    const own = hasAny && run ? encryptedText(run, decrypted) : EMPTY_RUNS[position];
    cells += `,${own},${plain}`;
  });
  return cells;
}
