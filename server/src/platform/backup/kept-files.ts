import { FILE_COLUMNS } from '../storage/file-columns.ts';
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
    const found: string[] = [];
    for (const { table, column } of FILE_COLUMNS) {
      const { rows } = await client.query<{ key: string }>(
        `select ${quoted(column)} as key from ${quoted(table)} where ${quoted(column)} is not null
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
