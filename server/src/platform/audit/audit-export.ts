import { filteredFields, parseFilter } from '@ledgerline/contract/rules/filters';
import type { Context } from '../context.ts';
import { auditAction } from './audit.ts';

/** Records the export of a list: neither the search text nor the values of the filter (decision 096). */
export function auditExport(
  ctx: Context,
  entity: string,
  exported: { rows: number; q?: string | undefined; filter?: string | undefined; [key: string]: unknown },
): Promise<void> {
  const { q = '', filter, ...view } = exported;
  const filtered = filteredFields(filter === undefined ? undefined : parseFilter(filter));
  return auditAction(ctx, 'exported', entity, null, {
    new_value: {
      ...view,
      ...(filtered.length === 0 ? {} : { filtered_by: filtered }),
      ...(q === '' ? {} : { search_length: q.length }),
    },
  });
}
