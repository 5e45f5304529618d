import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/templates/endpoints';
import type { TemplateSync } from '@ledgerline/contract/templates/endpoints';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { EsignError } from '#platform/ports/esign.ts';
import * as templates from '../repository.ts';
import { getTemplate } from '../service.ts';
import * as repository from './repository.ts';
import { TEMPLATE_SYNC_QUEUE } from './run-sync.ts';
import { signersIn } from './store-template.ts';

type Ctx = Context<AgentActor>;

/** How long a call waits for the end; the browser gives up after 30 s. */
const WAIT_MS = 15_000;
const POLL_MS = 200;

/** Starts a sync, or joins the running one, and waits a while for its end. */
export async function syncTemplates(
  ctx: Ctx,
  waitMs = WAIT_MS,
): Promise<ReplyOf<typeof endpoints.syncTemplates>> {
  const id = await ctx.deps.database.transaction((db) => startOrJoin({ ...ctx, db }));
  const row = await untilFinished(ctx, id, performance.now() + waitMs);
  if (row.state === 'failed') throw new AppError(row.error ?? 'internal');
  const sync = toSync(row);
  const problems = sync.documents.flatMap(({ name, message }) =>
    message === null ? [] : [{ name, message }],
  );
  const { count, newPreviewDocuments } = sync;
  return { success: true, count, newPreviewDocuments, problems, sync };
}

export async function getTemplateSync(ctx: Ctx): Promise<ReplyOf<typeof endpoints.getTemplateSync>> {
  const row = await repository.findLatestSync(ctx.db);
  return { success: true, data: row ? toSync(row) : null };
}

async function startOrJoin(ctx: Ctx): Promise<number> {
  const { actor, db, deps } = ctx;
  await repository.lockStart(db);
  const latest = await repository.findLatestSync(db);
  if (latest?.state === 'running' && latest.provider === deps.esign.name) {
    await repository.recordJoin(db, latest.id);
    return latest.id;
  }
  const started = { provider: deps.esign.name, agent_id: actor.id, agent_name: actor.name };
  const id = await repository.insertSync(db, started, deps.clock.now());
  await deps.jobs.send(db, TEMPLATE_SYNC_QUEUE, { id });
  return id;
}

async function untilFinished(ctx: Ctx, id: number, until: number): Promise<repository.SyncRow> {
  for (;;) {
    const row = await repository.findSync(ctx.deps.database, id);
    if (!row) throw new AppError('conflict');
    if (row.state !== 'running' || performance.now() > until) return row;
    await sleep(POLL_MS);
  }
}

function toSync(row: repository.SyncRow): TemplateSync {
  const { state, documents } = row;
  return {
    state,
    started_by: row.agent_name,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    total: row.total_count,
    documents: documents.map(({ name, outcome, message }) => ({ name, outcome, message })),
    count: documents.filter(({ outcome }) => outcome !== 'failed').length,
    newPreviewDocuments: documents.filter(({ has_new_previews }) => has_new_previews).length,
  };
}

/**
 * For a template that was entered by hand, the document determines the signers, whatever was sent with it: a form that
 * omits one of its signers could be assigned and sent, but never signed. If the provider cannot return the document now,
 * the next sync reads it.
 */
export async function applySigners(ctx: Ctx, id: number): Promise<ReplyOf<typeof endpoints.createTemplate>> {
  const { form } = await getTemplate(ctx, id);
  const signers = form.type === 'DocuSign' ? await signersOf(ctx, form.docusign_template_id) : null;
  if (signers) {
    await ctx.deps.database.transaction(async (db) => {
      const row = await templates.lockTemplate(db, id);
      // A faster sync has written the same.
      if (!row || row.synced_version !== null) return;
      await templates.changeTemplate(db, id, signers);
    });
  }
  return { ...(await getTemplate(ctx, id)), id };
}

async function signersOf({ deps }: Ctx, providerId: string | null) {
  if (!providerId) return null;
  try {
    return signersIn(await deps.esign.template(providerId));
  } catch (error) {
    if (error instanceof EsignError) return null;
    throw error;
  }
}
