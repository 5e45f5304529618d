import type { BodyOf } from '@ledgerline/contract/endpoint';
import { centsToDollars, renumberForms } from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/templates/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { itemizedCostsSchema, tabMetadataSchema } from '@ledgerline/contract/templates/schemas';
import { z } from 'zod';
import { auditAction } from '#platform/audit/audit.ts';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { assertLinkIdFree, columnsOf, newTemplate } from './prepare-template.ts';
import type { CountedRow } from './queries.ts';
import * as queries from './queries.ts';
import type { TemplateRow } from './repository.ts';
import * as repository from './repository.ts';

export type { TemplateRow } from './repository.ts';
export { archiveFile, listArchivedFiles, restoreFile } from './sync/repository.ts';

type Ctx = Context<AgentActor>;
type Answer = { success: true; form: Template; data: Template };

export async function listTemplates(
  ctx: Ctx,
  query: { counts: 'true' | 'false'; archived: 'true' | 'false' },
): Promise<{ success: true; forms: Template[] }> {
  const withArchived = query.archived === 'true';
  const forms =
    query.counts === 'true'
      ? (await queries.listWithCounts(ctx.db, withArchived)).map(toCountedTemplate)
      : (await repository.listTemplates(ctx.db, withArchived)).map(toTemplate);
  return { success: true, forms };
}

export async function getTemplate(ctx: Ctx, id: number): Promise<Answer> {
  const row = await repository.findTemplate(ctx.db, id);
  if (!row) throw notFound();
  return answerWith(row);
}

export async function createTemplate(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.createTemplate>,
): Promise<Answer & { id: number }> {
  const row = await repository.insertTemplate(ctx.db, await newTemplate(ctx, input));
  await auditAction(ctx, 'created', 'template', row.id, { new_value: row.form_name_agent });
  await publish(ctx, 'created', [row.id]);
  return { id: row.id, ...answerWith(row) };
}

export async function updateTemplate(
  ctx: Ctx,
  id: number,
  input: BodyOf<typeof endpoints.updateTemplate>,
): Promise<Answer> {
  const row = await repository.lockTemplate(ctx.db, id);
  if (!row) throw notFound();
  const wanted = await columnsOf(ctx, input, row);
  await assertLinkIdFree(ctx.db, wanted.form_link_id, row);
  const changes = changesTo(row, wanted);
  if (Object.keys(changes).length === 0) return answerWith(row);
  await repository.changeTemplate(ctx.db, id, { ...changes, updated_at: ctx.deps.clock.now() });
  await auditChanges(ctx, 'template', row, changes);
  await publish(ctx, 'updated', [id]);
  return getTemplate(ctx, id);
}

/** Everything that uses it continues; only lists and choices omit it. */
export function archiveTemplate(ctx: Ctx, id: number): Promise<Answer> {
  return setArchived(ctx, id, 'archived');
}

export function restoreTemplate(ctx: Ctx, id: number): Promise<Answer> {
  return setArchived(ctx, id, 'restored');
}

/** A template that is in this state already stays as it is. */
async function setArchived(ctx: Ctx, id: number, action: 'archived' | 'restored'): Promise<Answer> {
  const row = await repository.lockTemplate(ctx.db, id);
  if (!row) throw notFound();
  const isArchived = action === 'archived';
  if (isArchived === (row.archived_at !== null)) return answerWith(row);
  // `updated_at` stays: an agent who starts a session again would read that the form was changed.
  await repository.changeTemplate(ctx.db, id, { archived_at: isArchived ? ctx.deps.clock.now() : null });
  await auditAction(ctx, action, 'template', id, { new_value: row.form_name_agent });
  await publish(ctx, 'updated', [id]);
  return getTemplate(ctx, id);
}

/** Numbers the forms of one folder from 1; those not named follow in their order (0§4). */
export async function sortTemplates(
  ctx: Ctx,
  { folder_id, order }: BodyOf<typeof endpoints.sortTemplates>,
): Promise<{ success: true; data: { id: number; display_order: number }[] }> {
  if (folder_id !== null && !(await repository.hasFolder(ctx.db, folder_id))) {
    throw new AppError('not_found', { message: 'Folder not found.' });
  }
  const forms = await repository.lockFolder(ctx.db, folder_id);
  const known = new Set(forms.map(({ id }) => id));
  if (order.some((id) => !known.has(id))) {
    throw new AppError('conflict', {
      message: 'The forms of this folder have changed. Please sort them again.',
    });
  }
  const ordered = [...new Set([...order, ...known])];
  const data = renumberForms({ forms: ordered.map((id, display_order) => ({ id, display_order })) });
  await repository.setDisplayOrders(ctx.db, data);
  await auditAction(ctx, 'sorted', 'template', null, {
    field: 'display_order',
    new_value: { folder_id, order: ordered },
  });
  await publish(ctx, 'updated', ordered);
  return { success: true, data };
}

/** By number, or by form link id (decisions A21). */
export async function findTemplate(db: Database, key: number | string): Promise<repository.TemplateRow> {
  const id = templateNumber(key);
  const byId = id === null ? undefined : await repository.findTemplate(db, id);
  const row = byId ?? (await repository.findByLinkId(db, String(key)));
  if (!row) throw notFound();
  return row;
}

/** The number that a template is requested by, unless it can only be a form link id. */
export function templateNumber(key: number | string): number | null {
  const id = Number(key);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** By its form link id alone: one like `1040` is not a number. */
export async function findTemplateByLinkId(db: Database, linkId: string): Promise<repository.TemplateRow> {
  const row = await lookUpTemplateByLinkId(db, linkId);
  if (!row) throw notFound();
  return row;
}

export async function lookUpTemplateByLinkId(
  db: Database,
  linkId: string,
): Promise<repository.TemplateRow | null> {
  return (await repository.findByLinkId(db, linkId)) ?? null;
}

function answerWith(row: repository.TemplateRow): Answer {
  const form = toTemplate(row);
  return { success: true, form, data: form };
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Form not found.' });
}

function publish(ctx: Ctx, action: 'created' | 'updated', ids: number[]): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'templates', action, ids });
}

/** Options as the sync stores them; plain strings are accepted as well (decisions F10). */
const labeled = z.union([
  z.object({ tabLabel: z.string() }),
  z.string().transform((tabLabel) => ({ tabLabel })),
]);
const storedTabsSchema = tabMetadataSchema.extend({ checkboxTabs: z.array(labeled).default([]) });

function toTemplate(row: TemplateRow): Template {
  const { synced_version: _, template_provider: _1, provider_missing_at, ...shown } = row;
  const itemized_costs = itemizedCostsSchema.safeParse(row.itemized_costs);
  const tab_metadata = storedTabsSchema.safeParse(row.tab_metadata);
  return {
    ...shown,
    base_cost: centsToDollars(row.base_cost),
    itemized_costs: itemized_costs.success ? itemized_costs.data : null,
    tab_metadata: tab_metadata.success ? tab_metadata.data : null,
    is_missing_at_provider: provider_missing_at !== null,
    archived_at: row.archived_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function toCountedTemplate(row: CountedRow): Template {
  const { total, completed, in_progress, last_activity, ...template } = row;
  const counts = { total, completed, in_progress, last_activity: last_activity?.toISOString() ?? null };
  return { ...toTemplate(template), counts };
}
