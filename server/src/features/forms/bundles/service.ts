import type { Bundle, BundleFields } from '@ledgerline/contract/bundles/endpoints';
import { bundleNameError, templateProblem } from '@ledgerline/contract/rules';
import { auditAction, writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError, assertName, wrongField } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import type { ListedBundle, ListedTemplate } from './queries.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Answer = { success: true; bundle: Bundle };

const MAX_BUNDLES = 100;

export async function listBundles(ctx: Ctx): Promise<{ success: true; bundles: Bundle[] }> {
  const rows = await queries.listBundles(ctx.db, ctx.actor.id);
  return { success: true, bundles: rows.map(toBundle) };
}

export async function createBundle(ctx: Ctx, input: BundleFields): Promise<Answer & { id: number }> {
  await repository.lockBundles(ctx.db);
  const others = await repository.listBundleRows(ctx.db);
  const name = input.name.trim();
  assertName('name', name, nameError(name, others));
  if (others.length >= MAX_BUNDLES) {
    const message = `You already have ${MAX_BUNDLES} bundles. Delete one that is no longer used.`;
    throw new AppError('wrong_state', { message });
  }
  const templates = await templatesOf(ctx, input.form_ids);
  const id = await repository.insertBundle(ctx.db, name, ctx.deps.clock.now());
  await repository.setTemplates(ctx.db, id, templates);
  const form_ids = templates.map((template) => template.id);
  await auditAction(ctx, 'created', 'bundle', id, { new_value: { name, form_ids } });
  await publish(ctx);
  return { id, ...(await answerWith(ctx, id)) };
}

/** Stores name and templates as sent; of two concurrent agents the later one wins. */
export async function updateBundle(ctx: Ctx, id: number, input: BundleFields): Promise<Answer> {
  await repository.lockBundles(ctx.db);
  const rows = await repository.listBundleRows(ctx.db);
  const own = ownOf(rows, id);
  const name = input.name.trim();
  const others = rows.filter((row) => row.id !== id);
  assertName('name', name, nameError(name, others));
  const templates = await templatesOf(ctx, input.form_ids);
  await repository.renameBundle(ctx.db, id, name, ctx.deps.clock.now());
  await repository.setTemplates(ctx.db, id, templates);
  const form_ids = templates.map((template) => template.id);
  const changed = { action: 'updated', entity: 'bundle', entity_id: id };
  await writeAudit(ctx, [
    ...(name === own.name ? [] : [{ ...changed, field: 'name', old_value: own.name, new_value: name }]),
    ...(String(form_ids) === String(own.form_ids)
      ? []
      : [{ ...changed, field: 'form_ids', old_value: own.form_ids, new_value: form_ids }]),
  ]);
  await publish(ctx);
  return answerWith(ctx, id);
}

/** Its templates and the sessions that were started with it stay. */
export async function deleteBundle(ctx: Ctx, id: number): Promise<{ success: true }> {
  await repository.lockBundles(ctx.db);
  const own = ownOf(await repository.listBundleRows(ctx.db), id);
  await repository.removeBundle(ctx.db, id);
  await auditAction(ctx, 'deleted', 'bundle', id, { old_value: { name: own.name, form_ids: own.form_ids } });
  await publish(ctx);
  return { success: true };
}

/**
 * Records that a session was started with these bundles: they come first in the agent's list. A bundle that was deleted in
 * the meantime is skipped.
 */
export async function recordBundleUse(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await repository.recordUses(ctx.db, ids, ctx.actor.id, ctx.deps.clock.now());
}

/** The templates of a bundle that can be used in a new session, in order; throws if the bundle does not exist. */
export async function usableForms(ctx: Ctx, bundleId: number): Promise<number[]> {
  const { bundle } = await answerWith(ctx, bundleId);
  return bundle.templates.flatMap(({ form_id, problem }) =>
    form_id === null || problem !== null ? [] : [form_id],
  );
}

async function templatesOf(ctx: Ctx, formIds: readonly number[]): Promise<{ id: number; name: string }[]> {
  const wanted = new Set(formIds);
  const found = await queries.lockNames(ctx.db, [...wanted]);
  if (found.length < wanted.size) {
    throw wrongField('form_ids', 'A selected form no longer exists as a template. Please choose again.');
  }
  return found;
}

function nameError(name: string, others: readonly repository.BundleRow[]): string | null {
  return bundleNameError(
    name,
    others.map((other) => other.name),
  );
}

function ownOf(rows: readonly repository.BundleRow[], id: number): repository.BundleRow {
  const own = rows.find((row) => row.id === id);
  if (!own) throw notFound();
  return own;
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Bundle not found.' });
}

async function answerWith(ctx: Ctx, id: number): Promise<Answer> {
  const bundle = (await listBundles(ctx)).bundles.find((one) => one.id === id);
  if (!bundle) throw notFound();
  return { success: true, bundle };
}

/** Screens read templates and bundles together, so both are published as templates. */
function publish(ctx: Ctx): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'templates', action: 'updated' });
}

function toBundle({ last_used_at, templates, ...row }: ListedBundle): Bundle {
  return {
    ...row,
    last_used_at: last_used_at?.toISOString() ?? null,
    templates: templates.map((template) => ({
      form_id: template.form_id,
      name: template.name,
      problem: problemOf(template),
      is_archived: template.is_archived,
    })),
  };
}

function problemOf({ type, ...template }: ListedTemplate): string | null {
  return templateProblem(type === null ? null : { ...template, type });
}
