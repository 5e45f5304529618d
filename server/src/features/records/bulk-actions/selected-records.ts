import {
  MAX_SELECTED,
  type OperationItem,
  type OperationSample,
  type Selection,
} from '@ledgerline/contract/bulk-actions/endpoints';
import * as clients from '#features/records/clients/selecting/select-clients.ts';
import { type AppError, wrongField } from '#platform/errors.ts';
import type { BulkAction, Ctx } from './bulk-action.ts';
import type { PlannedItem } from './repository.ts';

type Of = Pick<BulkAction, 'records'>;

/** The selected records in id order; rejects a selection that is empty, too large, or of other records. */
export async function selectedIds(ctx: Ctx, action: Of, selection: Selection): Promise<number[]> {
  const { records } = action;
  const all = records?.all ?? 'all';
  if (!selection.ids && !selection[all])
    throw wrongField('selection', `must contain either ids or ${all} for this action`);
  const select = records?.select ?? clients.selectClients;
  const ids = await select(ctx, selection, MAX_SELECTED + 1);
  const limit = MAX_SELECTED.toLocaleString('en-US');
  if (ids.length > MAX_SELECTED)
    throw wrongField(
      'selection',
      `contains more than ${limit} ${nounOf(action)}. Narrow the list with a filter`,
    );
  if (ids.length === 0) throw noneLeft(action);
  return ids;
}

const nounOf = ({ records }: Of): string => records?.noun ?? 'clients';

export const noneLeft = (action: Of): AppError =>
  wrongField('selection', `no longer contains any ${nounOf(action)}. Reload the list`);

/** Why records cannot be found; one that the agent cannot see is like one that does not exist. */
export async function missingReasons(
  ctx: Ctx,
  { records }: Of,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (!records) return clients.missingReasons(ctx, ids);
  return new Map(ids.map((id) => [id, 'The invoice no longer exists, or you have no access to it']));
}

/** What would happen to each record. */
export async function planItems(
  ctx: Ctx,
  action: BulkAction,
  ids: readonly number[],
): Promise<PlannedItem[]> {
  const plans = await action.plan(ctx, ids);
  const reasons = await missingReasons(
    ctx,
    action,
    ids.filter((id) => !plans.has(id)),
  );
  const found = await action.records?.find(ctx, ids);
  return ids.map((record_id) => {
    const plan = plans.get(record_id);
    if (plan === undefined)
      return { record_id, client_id: null, state: 'rejected', reason: reasons.get(record_id) ?? '' };
    const client_id = found ? (found.get(record_id)?.client_id ?? null) : record_id;
    return { record_id, client_id, state: plan?.state ?? 'pending', reason: plan?.reason ?? '' };
  });
}

/** Items as they are listed: records other than clients by their own names, and only where the agent can see them. */
export async function named(ctx: Ctx, { records }: Of, items: OperationItem[]): Promise<OperationItem[]> {
  if (!records) return items;
  const found = await records.find(
    ctx,
    items.map(({ record_id }) => record_id),
  );
  return items.map((item) => {
    const { client_id = null, label = '' } = found.get(item.record_id) ?? {};
    return { ...item, client_id, label };
  });
}

/** A few of the records that would change, before and after. */
export async function sampleOf(
  ctx: Ctx,
  action: BulkAction,
  items: OperationItem[],
): Promise<OperationSample> {
  const values = await action.preview(
    ctx,
    items.map(({ record_id }) => record_id),
  );
  return (await named(ctx, action, items)).flatMap(({ record_id, label }) => {
    const value = values.get(record_id);
    return value ? [{ record_id, label, ...value }] : [];
  });
}
