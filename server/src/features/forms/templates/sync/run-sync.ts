import { NO_FLAGS } from '@ledgerline/contract/rules';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Context, Deps } from '#platform/context.ts';
import { AppError, isOutage } from '#platform/errors.ts';
import { announce, publishLiveEvent } from '#platform/live.ts';
import { EsignError } from '#platform/ports/esign.ts';
import * as repository from './repository.ts';
import { storeTemplate } from './store-template.ts';

/** A document of the provider. */
interface Listed {
  id: string;
  name: string;
  /** Null while it is unknown, until the document has been read. */
  version: string | null;
}

export const TEMPLATE_SYNC_QUEUE = 'template-sync';
/** Screens get progress at most four times a second. */
const ANNOUNCE_MS = 250;
/** A sync without progress for this long has lost its job, and gets another one. */
const STALLED_MS = 120_000;

/**
 * Syncs one document after the other and records the result of each. An interrupted run continues after the recorded
 * documents. A document that cannot be used does not stop the others, but without the provider's list there is no sync.
 */
export async function runSync(deps: Deps, id: number): Promise<void> {
  const sync = await repository.findSync(deps.database, id);
  if (sync?.state !== 'running') return;
  const ctx = contextOf(deps, sync);
  if (sync.provider !== deps.esign.name) {
    await finish(ctx, id, { state: 'failed', error: 'former_provider' });
    return;
  }
  try {
    await syncAll(ctx, sync);
  } catch (error) {
    // The database is unavailable: the queue retries, and the sync continues where it was.
    if (isOutage(error)) throw error;
    deps.log.error({ err: error, sync: id }, 'the template sync stopped');
    await finish(ctx, id, { state: 'failed', error: error instanceof AppError ? error.code : 'internal' });
  }
}

/** Queues a sync again if its job was lost with its server or failed while the database was unavailable. */
export async function resumeStalled({ database, clock, jobs }: Deps): Promise<void> {
  const now = clock.now();
  await database.transaction(async (db) => {
    await repository.lockStart(db);
    const sync = await repository.findLatestSync(db);
    if (sync?.state !== 'running' || now.getTime() - sync.progressed_at.getTime() < STALLED_MS) return;
    await repository.changeSync(db, sync.id, { progressed_at: now });
    await jobs.send(db, TEMPLATE_SYNC_QUEUE, { id: sync.id });
  });
}

/** Templates change in the name of the agent who started the sync. */
function contextOf(deps: Deps, { id, agent_id, agent_name }: repository.SyncRow): Context {
  return {
    actor:
      agent_id === null
        ? { kind: 'system' }
        : { kind: 'agent', id: agent_id, name: agent_name, signInId: 0, ...NO_FLAGS },
    db: deps.database,
    deps,
    requestId: `template-sync:${id}`,
    address: '',
    tab: undefined,
  };
}

async function finish(
  ctx: Context,
  id: number,
  end: Pick<repository.SyncRow, 'state'> & Partial<Pick<repository.SyncRow, 'error'>>,
): Promise<void> {
  await repository.changeSync(ctx.db, id, { ...end, finished_at: ctx.deps.clock.now() });
  await announceProgress(ctx);
}

function announceProgress(ctx: Context): Promise<void> {
  return announce(ctx.db, { kind: 'template_syncs', action: 'updated', agent_id: null });
}

async function syncAll(ctx: Context, sync: repository.SyncRow): Promise<void> {
  const { db, deps } = ctx;
  const seen = await repository.syncedVersions(db, deps.esign.name);
  const documents = [...sync.documents];
  let listed: Listed[] | null = await listOf(ctx);
  while (listed) {
    await repository.changeSync(db, sync.id, { total_count: listed.length, progressed_at: deps.clock.now() });
    await announceProgress(ctx);
    let announcedAt = performance.now();
    for (const one of listed) {
      if (documents.some(({ id }) => id === one.id)) continue;
      const document = await syncedDocument(ctx, one, seen.get(one.id));
      documents.push(document);
      await repository.addSyncedDocument(db, sync.id, document, deps.clock.now());
      if (performance.now() - announcedAt < ANNOUNCE_MS) continue;
      announcedAt = performance.now();
      await announceProgress(ctx);
    }
    const unusable = new Set(documents.filter((one) => one.is_unusable).map(({ id }) => id));
    const usable = listed.map(({ id }) => id).filter((id) => !unusable.has(id));
    await markMissing(ctx, usable, [...seen.keys()]);
    listed = await endUnlessAdded(ctx, sync.id, documents);
  }
}

/**
 * Ends the sync, unless documents were added after it listed them: an agent who added one and joined the running sync
 * expects it to be read. Then returns the new list. If someone joined while it was listing, it lists once more.
 */
async function endUnlessAdded(
  ctx: Context,
  id: number,
  documents: readonly repository.SyncedDocument[],
): Promise<Listed[] | null> {
  const known = new Set(documents.map((document) => document.id));
  for (;;) {
    const version = await repository.syncVersion(ctx.db, id);
    const listed = await listAgain(ctx, id);
    if (listed.some((one) => !known.has(one.id))) return listed;
    const isDone = await ctx.deps.database.transaction(async (db) => {
      await repository.lockStart(db);
      if ((await repository.syncVersion(db, id)) !== version) return false;
      await finish({ ...ctx, db }, id, { state: 'done' });
      return true;
    });
    if (isDone) return null;
  }
}

/** The list after everything in the first one was read. If the provider fails now, nothing of this sync is lost. */
async function listAgain(ctx: Context, id: number): Promise<Listed[]> {
  try {
    return await listOf(ctx);
  } catch (error) {
    if (isOutage(error)) throw error;
    ctx.deps.log.warn({ err: error, sync: id }, 'documents added during the template sync are unknown');
    return [];
  }
}

/** The built-in library lists its files immediately and reads each in its turn. */
async function listOf({ db, deps }: Context): Promise<Listed[]> {
  const { esign } = deps;
  try {
    if (!esign.hasOwnPage) return await esign.listTemplates();
    const unused = await repository.listUnusedArchivedFiles(db);
    const files = (await esign.libraryFiles()).filter(({ id }) => !unused.has(id));
    return files.map((file) => ({ ...file, version: null }));
  } catch (error) {
    if (error instanceof EsignError) throw new AppError('provider_unavailable', { cause: error });
    throw error;
  }
}

async function syncedDocument(
  ctx: Context,
  listed: Listed,
  seenVersion: string | null | undefined,
): Promise<repository.SyncedDocument> {
  const { id, name } = listed;
  const document = { id, name, message: null, has_new_previews: false, is_unusable: false };
  try {
    if (listed.version !== null && listed.version === seenVersion)
      return { ...document, outcome: 'unchanged' };
    const template = await ctx.deps.esign.template(id);
    if (template.version === seenVersion) return { ...document, outcome: 'unchanged' };
    return { ...document, outcome: 'synced', has_new_previews: await storeTemplate(ctx, template) };
  } catch (error) {
    if (isOutage(error)) throw error;
    // The queue retries, and the sync continues with this document.
    if (error instanceof EsignError && error.kind === 'busy') {
      throw new AppError('unavailable', { message: error.message, cause: error });
    }
    const is_unusable = error instanceof EsignError && ['invalid', 'not_found'].includes(error.kind);
    return { ...document, outcome: 'failed', message: reasonOf(ctx, listed, error), is_unusable };
  }
}

/**
 * Templates of a former provider, and those that this one no longer lists, are marked but never deleted, because forms use
 * them. One that is listed again loses its mark.
 */
async function markMissing(ctx: Context, listed: readonly string[], known: readonly string[]): Promise<void> {
  const now = ctx.deps.clock.now();
  await ctx.deps.database.transaction(async (db) => {
    await repository.lockSync(db);
    const changed = await repository.markMissing(db, ctx.deps.esign.name, { listed, known }, now);
    if (changed.length === 0) return;
    const inside = { ...ctx, db };
    await writeAudit(
      inside,
      changed.map(({ id, provider_missing_at }) => ({
        action: 'synced',
        entity: 'template',
        entity_id: id,
        field: 'provider_missing_at',
        new_value: provider_missing_at,
      })),
    );
    const ids = changed.map(({ id }) => id);
    await publishLiveEvent(inside, { kind: 'templates', action: 'updated', ids });
  });
}

/** The provider's message for what it rejects; anything else is for the log. */
function reasonOf(ctx: Context, { id, name }: Listed, error: unknown): string {
  if (error instanceof EsignError) return error.message;
  if (error instanceof AppError && error.status < 500) return error.message;
  ctx.deps.log.error({ err: error, template: { id, name } }, 'an e-signature template was not synced');
  return 'Couldn’t sync this template.';
}
