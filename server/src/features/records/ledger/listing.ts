import { type CatalogueField, findField } from '@ledgerline/contract/clients/fields/catalogue';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import {
  cellsOfLedgerText,
  FIELD_SELECT,
  readColumn,
  searchCondition,
  searchPatterns,
  statusCondition,
} from '#features/records/clients/keep-clients.ts';
import type { Database } from '#platform/database/database.ts';

/** The indexed orders; any other column is sorted when asked for. */
function orderColumn(sort: LedgerView['sort']): string {
  if (sort === 'name') return 'sort_name collate "ledger_order"';
  if (sort === 'created_at') return 'id';
  const field = findField(sort);
  if (!field) return 'id';
  const isText = !['date', 'money', 'percent'].includes(field.kind) && field.name !== 'status';
  const column = `"${readColumn(field)}"`;
  return isText ? `nullif(${column}, '') collate "ledger_order"` : column;
}

/** The ordered ids of every client a view shows as text, `7,3,12`; empty values last in both directions. */
export async function findIdsText(db: Database, view: LedgerView): Promise<string> {
  const column = orderColumn(view.sort);
  const words = searchPatterns(view.q ?? '');
  const conditions = [statusCondition(view.status), ...(words.length > 0 ? [searchCondition(words, 1)] : [])];
  const nulls = view.direction === 'asc' || column === 'id' ? '' : ' nulls last';
  const [row] = await db.arrays<[ids: string]>(
    `select coalesce(string_agg(id::text, ','), '') from (
       select id from clients where ${conditions.join(' and ')}
        order by ${column} ${view.direction}${nulls}, id ${view.direction}) as ordered`,
    words,
  );
  return row?.[0] ?? '';
}

/** The same as numbers, read as one JSON list: 100,000 texts of their own would cost ten times the memory. */
export async function findIds(db: Database, view: LedgerView): Promise<number[]> {
  const ids: number[] = JSON.parse(`[${await findIdsText(db, view)}]`);
  return ids;
}

/** The kept text of each row that exists; null where it has to be made anew. */
export async function findTexts(db: Database, ids: number[]): Promise<Map<number, string | null>> {
  const rows = await db.arrays<[id: number, text: string | null]>(
    'select id, ledger_text from clients where id = any($1::bigint[])',
    [ids],
    'ledger_texts',
  );
  return new Map(rows.map(([id, text]) => [id, cellsOfLedgerText(text)]));
}

const SELECT_ROWS = `select id, ${FIELD_SELECT} from clients where id = any($1::bigint[])`;

/** `[id, ...fields in catalogue order]` for each id that exists, in the order asked for. */
export async function findRows(db: Database, ids: number[]): Promise<unknown[][]> {
  const rows = await db.arrays(SELECT_ROWS, [ids], 'ledger_rows');
  const byId = new Map(rows.map((row) => [row[0], row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** The same for some fields only, in the order given. */
export async function findSomeCells(
  db: Database,
  ids: number[],
  fields: readonly CatalogueField[],
): Promise<unknown[][]> {
  const columns = ['id', ...fields.map((field) => `"${readColumn(field)}"`)].join(', ');
  const rows = await db.arrays(`select ${columns} from clients where id = any($1::bigint[])`, [ids]);
  const byId = new Map(rows.map((row) => [row[0], row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
