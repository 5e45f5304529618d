import type { CatalogField, FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { NAME_COLUMNS } from './ledger-columns.ts';

/** Columns are requested in blocks, so that scrolling by one column usually requests nothing. */
const BLOCK = 8;

/**
 * The columns to load for a part of the sheet, in catalog order: the names, which many texts contain, the frozen
 * columns, and the blocks in view with one more on each side. Encrypted columns only while one of them is in view,
 * because the server has to decrypt a row for them.
 */
export function columnsInView(
  fields: readonly CatalogField[],
  { x, width }: { x: number; width: number },
  frozen: number,
): FieldName[] {
  const first = (Math.floor(x / BLOCK) - 1) * BLOCK;
  const end = (Math.ceil((x + width) / BLOCK) + 1) * BLOCK;
  const isInView = (column: number) => column < frozen || (column >= x && column < x + width);
  const hasEncrypted = fields.some(({ isEncrypted }, column) => isEncrypted && isInView(column));
  const near = fields.filter(
    ({ name, isEncrypted }, column) =>
      (column < frozen || (column >= first && column < end)) &&
      !NAME_COLUMNS.includes(name) &&
      (hasEncrypted || !isEncrypted),
  );
  return [...NAME_COLUMNS, ...near.map(({ name }) => name)];
}
