import type { Database } from '#platform/database/database.ts';

/** The pages of the documents that clients read before they sign, by template; a template with an unknown count is missing. */
export async function countPages(db: Database, templateIds: readonly number[]): Promise<Map<number, number>> {
  if (templateIds.length === 0) return new Map();
  const rows = await db.query<{ form_id: number; pages: number }>(
    `select form_id, sum(page_count)::int as pages from global_form_documents
      where form_id = any($1::bigint[]) group by form_id having bool_and(page_count is not null)`,
    [templateIds],
  );
  return new Map(rows.map(({ form_id, pages }) => [form_id, pages]));
}
