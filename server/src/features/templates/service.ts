import type { Template } from '@ledgerline/contract/templates/endpoints';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { toTemplate } from './presenter.ts';
import * as repository from './repository.ts';

export type { TemplateRow } from './repository.ts';

type Ctx = Context<AgentActor>;

export async function listTemplates(ctx: Ctx): Promise<{ success: true; forms: Template[] }> {
  const rows = await repository.listTemplates(ctx.db);
  return { success: true, forms: rows.map(toTemplate) };
}

export async function getTemplate(
  ctx: Ctx,
  id: number,
): Promise<{ success: true; form: Template; data: Template }> {
  const row = await repository.findTemplate(ctx.db, id);
  if (!row) throw notFound();
  const form = toTemplate(row);
  return { success: true, form, data: form };
}

/** By number, else by form link id (decisions A21). */
export async function findTemplate(db: Database, key: number | string): Promise<repository.TemplateRow> {
  const id = Number(key);
  const byId = Number.isSafeInteger(id) && id > 0 ? await repository.findTemplate(db, id) : undefined;
  const row = byId ?? (await repository.findByLinkId(db, String(key)));
  if (!row) throw notFound();
  return row;
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Form not found.' });
}
