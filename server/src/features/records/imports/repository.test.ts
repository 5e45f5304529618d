import { expect, it } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { useTestApp } from '#testing/test-app.ts';
import { openRowsAfter, rowsAfter, undoneRows, unrevertedRows } from './repository.ts';

const t = useTestApp();

it.each<[string, (db: Database) => Promise<object[]>]>([
  ['the check', (db) => openRowsAfter(db, 1, 500, 250)],
  ['the outcomes', (db) => rowsAfter(db, 1, 500, 250)],
  ['the run', (db) => undoneRows(db, 1, 250)],
  ['the revert', (db) => unrevertedRows(db, 1, 250)],
])('reads each batch of %s from the index, without sorting all rows of the file', async (_, read) => {
  const plan = await t.current.deps.database.transaction(async (db) => {
    await db.query('set local enable_seqscan = off');
    await db.query('set local enable_bitmapscan = off');
    const explaining: Database = Object.create(db, {
      query: { value: (text: string, values: unknown[]) => db.query(`explain ${text}`, values) },
    });
    return JSON.stringify(await read(explaining));
  });
  expect(plan).toContain('import_rows_number');
  expect(plan).not.toContain('Sort');
});
