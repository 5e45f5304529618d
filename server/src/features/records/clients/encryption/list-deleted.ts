import { appendDeleted, type DeletedClient, nameOf, readDeleted } from '#platform/backup/deleted-clients.ts';
import type { Context, Deps } from '#platform/context.ts';
import { dataPaths } from '#platform/data-folder.ts';
import * as repository from '../repository.ts';

const BATCH_SIZE = 5000;

const listOf = ({ config }: Pick<Deps, 'config'>) => dataPaths(config.dataDir).deletedClientsFile;

function toLine({
  id,
  created_at,
  deleted_at,
}: {
  id: number;
  created_at: Date;
  deleted_at: Date;
}): DeletedClient {
  return { client: id, created_at: created_at.toISOString(), deleted_at: deleted_at.toISOString() };
}

/**
 * Adds deleted clients to the list outside of the database, after the commit and only if they are really
 * gone: part of an operation may have been rolled back. A job retries what fails here.
 */
export async function recordDeletedClients(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.afterTransaction(async (outcome, pool) => {
    if (outcome === 'rolled_back') return;
    const rows = await repository.findDeleted(pool, { ids, limit: ids.length });
    await appendDeleted(listOf(ctx.deps), rows.map(toLine));
  });
}

/** Brings the list up to date with the database, after a crash, a full disk or on another server. */
export async function completeDeletedList(deps: Pick<Deps, 'config' | 'database'>): Promise<void> {
  const file = listOf(deps);
  const known = new Set((await readDeleted(file)).map(nameOf));
  for (let after = 0; ; ) {
    const rows = await repository.findDeleted(deps.database, { after, limit: BATCH_SIZE });
    const missing = rows.map(toLine).filter((line) => !known.has(nameOf(line)));
    await appendDeleted(file, missing);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last.id;
  }
}
