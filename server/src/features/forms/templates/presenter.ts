import { centsToDollars } from '@ledgerline/contract/rules';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { itemizedCostsSchema, tabMetadataSchema } from '@ledgerline/contract/templates/schemas';
import { z } from 'zod';
import type { CountedRow } from './queries.ts';
import type { TemplateRow } from './repository.ts';

/** Options as the sync stores them; plain strings are accepted as well (decisions F10). */
const labelled = z.union([
  z.object({ tabLabel: z.string() }),
  z.string().transform((tabLabel) => ({ tabLabel })),
]);
const storedTabsSchema = tabMetadataSchema.extend({ checkboxTabs: z.array(labelled).default([]) });

export function toTemplate(row: TemplateRow): Template {
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

export function toCountedTemplate(row: CountedRow): Template {
  const { total, completed, in_progress, last_activity, ...template } = row;
  const counts = { total, completed, in_progress, last_activity: last_activity?.toISOString() ?? null };
  return { ...toTemplate(template), counts };
}
