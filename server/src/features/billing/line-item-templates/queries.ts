import type { LineItemTemplate } from '@ledgerline/contract/line-item-templates/endpoints';
import type { Database } from '#platform/database/database.ts';

/** Sorted by category and name; `null` disables a filter. `search` covers name and description. */
export function listLineItemTemplates(
  db: Database,
  filter: { category: string | null; search: string | null; is_active: boolean | null },
): Promise<LineItemTemplate[]> {
  return db.query<LineItemTemplate>(
    `select id, name, description, unit_price_cents, category, is_active
       from line_item_templates
      where ($1::text is null or lower(category) = lower($1))
        and ($2::text is null or name ilike $2 or description ilike $2)
        and ($3::boolean is null or is_active = $3)
      order by lower(category), lower(name), id`,
    [filter.category, filter.search === null ? null : likePattern(filter.search), filter.is_active],
  );
}

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
