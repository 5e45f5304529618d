import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { writeBackup } from '#platform/backup/backup.ts';
import { dataPaths } from '#platform/data-folder.ts';
import type { TestApp } from './test-app.ts';

/** Which marks stand in clear in which table, of every table of every schema as text. */
export async function marksInTables({ deps }: TestApp, marks: readonly string[]): Promise<string[]> {
  const tables = await deps.database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  if (tables.length <= 60) throw new Error('tables are missing');
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await deps.database.query<{ mark: string }>(
      `select m.mark from unnest($1::text[]) as m (mark)
        where exists (select from ${name} as r where strpos(r::text, m.mark) > 0)`,
      [marks],
    );
    found.push(...rows.map(({ mark }) => `${mark} in ${name}`));
  }
  return found;
}

/** Which marks stand in clear in which table of a backup. */
export async function marksInBackup(t: TestApp, marks: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-marks-'));
  try {
    const url = String(t.deps.database.pool.options.connectionString);
    const source = { url, paths: dataPaths(t.config.dataDir), version: '0', clock: t.clock };
    const backup = await writeBackup(source, path.join(folder, 'backup'));
    const found: string[] = [];
    for (const file of await readdir(path.join(backup, 'tables'))) {
      const text = gunzipSync(await readFile(path.join(backup, 'tables', file))).toString();
      found.push(...marks.filter((mark) => text.includes(mark)).map((mark) => `${mark} in ${file}`));
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
