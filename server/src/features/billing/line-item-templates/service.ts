import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/line-item-templates/endpoints';
import { DEFAULT_LINE_ITEM_CATEGORY } from '@ledgerline/contract/rules';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

export async function listLineItemTemplates(
  ctx: Ctx,
  { category, search, is_active }: QueryOf<typeof endpoints.listLineItemTemplates>,
): Promise<ReplyOf<typeof endpoints.listLineItemTemplates>> {
  const data = await queries.listLineItemTemplates(ctx.db, {
    category: category || null,
    search: search || null,
    is_active: is_active === undefined ? null : is_active === 'true',
  });
  return { success: true, data };
}

/** A blank category counts as none: it becomes "General". */
export async function createLineItemTemplate(
  ctx: Ctx,
  body: BodyOf<typeof endpoints.createLineItemTemplate>,
): Promise<ReplyOf<typeof endpoints.createLineItemTemplate>> {
  const data = await repository.insertTemplate(ctx.db, {
    ...body,
    category: body.category || DEFAULT_LINE_ITEM_CATEGORY,
    created_at: ctx.deps.clock.now(),
  });
  const { id, ...values } = data;
  await auditAction(ctx, 'created', 'line_item_template', id, { new_value: values });
  return { success: true, id, data };
}

export async function deleteLineItemTemplate(ctx: Ctx, id: number): Promise<{ success: true }> {
  const removed = await repository.removeTemplate(ctx.db, id);
  if (!removed) throw new AppError('not_found', { message: 'Line item template not found.' });
  const { id: _, ...values } = removed;
  await auditAction(ctx, 'deleted', 'line_item_template', id, { old_value: values });
  return { success: true };
}
