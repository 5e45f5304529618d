import type { Storage } from '../storage/storage.ts';
import { withClient } from './installation.ts';
import { quoted } from './tables.ts';

const SAMPLE = 200;

/**
 * Looks for files that rows name, the newest first and at most 200 per column: how many were looked for, and which are not
 * there.
 */
export async function findMissingFiles(
  url: string,
  storage: Storage,
): Promise<{ looked: number; missing: string[] }> {
  const keys = await withClient(url, async (client) => {
    const columns = await client.query<{ table: string; name: string }>(
      `select table_name as table, column_name as name from information_schema.columns
        where table_schema = 'public' and column_name in ('storage_key', 'template_key', 'sealed_key')
        order by 1, 2`,
    );
    const found: string[] = [];
    for (const { table, name } of columns.rows) {
      const { rows } = await client.query<{ key: string }>(
        `select ${quoted(name)} as key from ${quoted(table)} where ${quoted(name)} is not null
          order by id desc limit ${SAMPLE}`,
      );
      found.push(...rows.map(({ key }) => key));
    }
    return found;
  });
  const missing: string[] = [];
  for (const key of keys) if ((await storage.size(key)) === null) missing.push(key);
  return { looked: keys.length, missing };
}
