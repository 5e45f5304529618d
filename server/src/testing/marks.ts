import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { writeBackup } from '#platform/backup/backup.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { aadOf, aadSelect, ENCRYPTED_COLUMNS } from '#platform/secrets/encrypted-columns.ts';
import type { TestApp } from './test-app.ts';

/** Which marks a text contains, ignoring case. */
function marksInText(text: string, marks: readonly string[], location: string): string[] {
  const lower = text.toLowerCase();
  return marks.filter((mark) => lower.includes(mark.toLowerCase())).map((mark) => `${mark} in ${location}`);
}

/** Which marks occur in clear text in which table, of every table of every schema as text: ignoring case, and in bytes too. */
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
        where exists (select from ${name} as r cross join lower(r::text) as t (whole)
                       where strpos(t.whole, lower(m.mark)) > 0
                          or strpos(t.whole, encode(convert_to(m.mark, 'UTF8'), 'hex')) > 0)`,
      [marks],
    );
    found.push(...rows.map(({ mark }) => `${mark} in ${name}`));
  }
  return found;
}

/** Which marks the server's keys can still decrypt: in ciphertexts of the key ring, of every table. */
export async function marksUnderRing({ deps }: TestApp, marks: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const sealed of ENCRYPTED_COLUMNS.filter(({ table }) => table !== 'client_keys')) {
    const columns = sealed.columns.map((column) => `"${column}"`).join(', ');
    const rows = await deps.database.query<
      Record<string, string | null> & { place_row: number; place_field: string | null }
    >(`select ${aadSelect(sealed)}, ${columns} from ${sealed.table}`);
    for (const row of rows) {
      for (const column of sealed.columns) {
        const text = row[column];
        if (!text?.startsWith('v1.')) continue;
        const plain = deps.cipher.decrypt(text, aadOf(sealed, column, row));
        const both = `${plain}\n${Buffer.from(plain, 'base64')}`;
        found.push(...marksInText(both, marks, `${sealed.table}.${column}`));
      }
    }
  }
  return found;
}

/** Which marks are in which stored file, as the server reads it, or in its name. */
export async function marksInFiles({ deps }: TestApp, marks: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of deps.storage.list()) {
    found.push(...marksInText(`${key}\n${await deps.storage.read(key)}`, marks, key));
  }
  return found;
}

/** Which marks are in the emails of the outbox. */
export async function marksInOutbox({ config }: TestApp, marks: readonly string[]): Promise<string[]> {
  const folder = dataPaths(config.dataDir).outboxDir;
  const found: string[] = [];
  for (const file of await readdir(folder).catch(() => [])) {
    found.push(...marksInText(await readFile(path.join(folder, file), 'utf8'), marks, file));
  }
  return found;
}

/** Which marks occur in clear text in which table of a backup. */
export async function marksInBackup(t: TestApp, marks: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-marks-'));
  try {
    const url = String(t.deps.database.pool.options.connectionString);
    const source = { url, paths: dataPaths(t.config.dataDir), version: '0', clock: t.clock };
    const backup = await writeBackup(source, path.join(folder, 'backup'));
    const found: string[] = [];
    for (const file of await readdir(path.join(backup, 'tables'))) {
      const text = gunzipSync(await readFile(path.join(backup, 'tables', file))).toString();
      found.push(...marksInText(text, marks, file));
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
