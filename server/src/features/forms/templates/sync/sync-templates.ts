import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { DEFAULT_ACCOUNT } from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/templates/endpoints';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { withPatience } from '#platform/http/patience.ts';
import { cleanFileName } from '#platform/http/uploaded-file.ts';
import { announceAct } from '#platform/live.ts';
import { EsignError, type EsignTemplate, type EsignTemplateSummary } from '#platform/ports/esign.ts';
import { keepThenWrite, removeFiles } from '#platform/storage/kept-file.ts';
import { addDocuments, keepPdf, removeDocuments } from '../documents/keep-template-documents.ts';
import * as documents from '../documents/repository.ts';
import { getTemplate } from '../keep-templates.ts';
import { freeLinkIdFor } from '../prepare-template.ts';
import * as templates from '../repository.ts';
import { cleanTabs } from '../rules.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Reply = ReplyOf<typeof endpoints.syncTemplates>;
type Preview = Awaited<ReturnType<typeof keepPdf>>;

/**
 * One template that cannot be used stops none of the others; without its list there is no sync. It goes on to its end
 * even if nobody waits for it so long.
 */
export function syncTemplates(ctx: Ctx): Promise<Reply> {
  return withPatience(Number.POSITIVE_INFINITY, () => syncAll(ctx));
}

async function syncAll(ctx: Ctx): Promise<Reply> {
  const seen = await repository.syncedVersions(ctx.db, ctx.deps.esign.name);
  const summaries = await listOf(ctx);
  const reply: Reply = { success: true, count: 0, newPreviewDocuments: 0, problems: [] };
  for (const summary of summaries) {
    try {
      const isKnown = seen.get(summary.id) === summary.version;
      const hasNewPreviews = isKnown ? false : await syncOne(ctx, summary);
      reply.count += 1;
      if (hasNewPreviews) reply.newPreviewDocuments += 1;
    } catch (error) {
      reply.problems.push({ name: summary.name, message: reasonOf(ctx, summary, error) });
    }
  }
  await markMissing(ctx, summaries, [...seen.keys()]);
  reply.problems.push(...(await unusableOf(ctx)));
  return reply;
}

/**
 * Templates of a former provider, and those that this one no longer lists, are marked and never deleted: forms use them.
 * One that is listed again loses its mark.
 */
async function markMissing(
  ctx: Ctx,
  summaries: readonly EsignTemplateSummary[],
  known: readonly string[],
): Promise<void> {
  const listed = summaries.map(({ id }) => id);
  const now = ctx.deps.clock.now();
  await ctx.deps.database.transaction(async (db) => {
    await repository.holdSync(db);
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
    await announceAct(inside, { kind: 'templates', action: 'updated', ids });
  });
}

/**
 * Who signs a template that was entered by hand comes from its document, whatever was sent with it: a form that leaves out
 * one of its signers could be placed and sent, and nobody could sign it. A document that the provider does not give now is
 * read by the next sync.
 */
export async function takeSigners(ctx: Ctx, id: number): Promise<ReplyOf<typeof endpoints.createTemplate>> {
  const { form } = await getTemplate(ctx, id);
  const signers = form.type === 'DocuSign' ? await signersOf(ctx, form.docusign_template_id) : null;
  if (signers) {
    await ctx.deps.database.transaction(async (db) => {
      const row = await templates.lockTemplate(db, id);
      // A sync that was faster has written the same.
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

/** The built-in library lists what it can use; what lies beside that is named with the reason. */
async function unusableOf({ deps }: Ctx): Promise<Reply['problems']> {
  if (!deps.esign.hasOwnPage) return [];
  const entries = await deps.esign.listLibrary();
  return entries.flatMap(({ name, problem }) => (problem === null ? [] : [{ name, message: problem }]));
}

async function listOf({ deps }: Ctx): Promise<EsignTemplateSummary[]> {
  try {
    return await deps.esign.listTemplates();
  } catch (error) {
    if (error instanceof EsignError) throw new AppError('provider_unavailable', { cause: error });
    throw error;
  }
}

/** Fetches first and writes then, so that no transaction is open while the provider works. */
async function syncOne(ctx: Ctx, { id }: EsignTemplateSummary): Promise<boolean> {
  const template = await ctx.deps.esign.template(id);
  const written = await keepThenWrite(
    ctx,
    async (keys) => {
      const previews: Preview[] = [];
      for (const { documentId, name } of template.documents) {
        const bytes = await ctx.deps.esign.templateDocument(id, documentId);
        const preview = await keepPdf(ctx, { name: cleanFileName(name), bytes });
        keys.push(preview.storage_key);
        previews.push(preview);
      }
      return previews;
    },
    async (inside, previews) => ({ previews, outcome: await write(inside, template, previews) }),
  );
  // Another sync was faster: its previews stand, these are nobody's.
  if (written.outcome === 'seen') {
    await removeFiles(
      ctx.deps,
      written.previews.map(({ storage_key }) => storage_key),
    );
  }
  return written.outcome === 'new previews';
}

/** What the agents set stays theirs: names, folder, prices, notes and link id (TE-089). */
async function write(
  ctx: Ctx,
  template: EsignTemplate,
  previews: Preview[],
): Promise<'seen' | 'synced' | 'new previews'> {
  await repository.holdSync(ctx.db);
  const known = await templates.lockByProviderId(ctx.db, template.id);
  if (known?.synced_version === template.version) return 'seen';
  const now = ctx.deps.clock.now();
  const columns = {
    ...providerColumns(template),
    template_provider: ctx.deps.esign.name,
    provider_missing_at: null,
    updated_at: now,
  };
  const row =
    known ?? (await templates.insertTemplate(ctx.db, { ...(await ownColumns(ctx, template)), ...columns }));
  if (known) await templates.changeTemplate(ctx.db, known.id, columns);
  const before = (await documents.listDocuments(ctx.db, row.id)).filter(({ source }) => source === 'sync');
  await removeDocuments(ctx, before);
  await addDocuments(
    ctx,
    previews.map((preview) => ({ ...preview, form_id: row.id, source: 'sync', created_at: now })),
  );
  await note(ctx, row, template.version, known === undefined);
  return before.length === 0 && previews.length > 0 ? 'new previews' : 'synced';
}

function providerColumns(template: EsignTemplate) {
  const { tabs, version } = template;
  return { tab_metadata: cleanTabs(tabs), ...signersIn(template), synced_version: version };
}

function signersIn({ recipients }: EsignTemplate) {
  return {
    pending_advisor_signature: recipients.includes('advisor'),
    pending_client_signature: recipients.includes('client'),
    next_signer_role: recipients[0] ?? null,
  };
}

async function ownColumns(ctx: Ctx, { id, name }: EsignTemplate) {
  return {
    type: 'DocuSign',
    form_name_agent: name,
    form_name_client: name,
    form_link_id: await freeLinkIdFor(ctx.db, name),
    docusign_template_id: id,
    merchant: DEFAULT_ACCOUNT,
    square_account: DEFAULT_ACCOUNT,
    display_order: await templates.nextDisplayOrder(ctx.db, null),
    created_at: ctx.deps.clock.now(),
  };
}

async function note(ctx: Ctx, row: templates.TemplateRow, version: string, isNew: boolean): Promise<void> {
  const entry = { entity: 'template', entity_id: row.id };
  await writeAudit(ctx, [
    isNew
      ? { ...entry, action: 'created', new_value: row.form_name_agent }
      : { ...entry, action: 'synced', old_value: row.synced_version, new_value: version },
  ]);
  await announceAct(ctx, { kind: 'templates', action: isNew ? 'created' : 'updated', ids: [row.id] });
}

/** The provider's sentence for what it refuses; anything else is for the log. */
function reasonOf(ctx: Ctx, { id, name }: EsignTemplateSummary, error: unknown): string {
  if (error instanceof EsignError) return error.message;
  if (error instanceof AppError && error.status < 500) return error.message;
  ctx.deps.log.error({ err: error, template: { id, name } }, 'an e-signature template was not synced');
  return 'The template could not be synced.';
}
