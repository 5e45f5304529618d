import { databaseOn } from '../database/database.ts';
import { newestReferenced } from '../storage/file-columns.ts';
import type { Storage } from '../storage/storage.ts';
import { withClient } from './installation.ts';

const SAMPLE = 200;

/**
 * Checks files that rows reference, the newest first and at most 200 per column: how many were checked, and which are missing.
 */
export async function findMissingFiles(
  url: string,
  storage: Storage,
): Promise<{ looked: number; missing: string[] }> {
  const keys = await withClient(url, (client) => newestReferenced(databaseOn(client), SAMPLE));
  const missing: string[] = [];
  for (const key of keys) if ((await storage.size(key)) === null) missing.push(key);
  return { looked: keys.length, missing };
}
