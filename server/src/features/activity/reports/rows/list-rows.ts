import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { listReportRows as endpoint, RowList } from '@ledgerline/contract/reports/endpoints';
import { PAYMENT_FILTER_FIELDS, TASK_FILTER_FIELDS } from '@ledgerline/contract/reports/filter-fields';
import type { FilterField } from '@ledgerline/contract/rules/filters';
import type { AgentActor, Context } from '#platform/context.ts';
import { applyFilter } from '#platform/database/filter-condition.ts';
import { findPage } from './queries.ts';

const FIELDS: Record<RowList, ReadonlyMap<string, FilterField>> = {
  payments: PAYMENT_FILTER_FIELDS,
  tasks: TASK_FILTER_FIELDS,
};

/** The payments or tasks behind a figure, which have no list of their own. */
export async function listReportRows(
  ctx: Context<AgentActor>,
  { list, filter, page, page_size }: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const found = await findPage(ctx.db, {
    list,
    fields: applyFilter(ctx, filter, FIELDS[list]),
    timeZone: ctx.deps.config.TIME_ZONE,
    limit: page_size,
    offset: (page - 1) * page_size,
  });
  return { success: true, ...found };
}
