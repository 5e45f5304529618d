import { centsToDollars } from '@ledgerline/contract/rules';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { isRecord } from '@ledgerline/contract/web-forms/structure';
import type { TemplateRow } from './repository.ts';

export function toTemplate(row: TemplateRow): Template {
  return {
    ...row,
    base_cost: centsToDollars(row.base_cost),
    itemized_costs: isRecord(row.itemized_costs) ? row.itemized_costs : null,
    tab_metadata: isRecord(row.tab_metadata) ? row.tab_metadata : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
