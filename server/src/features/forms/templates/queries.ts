import type { Database } from '#platform/database/database.ts';
import type { TemplateRow } from './repository.ts';

/** A template with its submission counts; voided ones count in `total` only. */
export interface CountedRow extends TemplateRow {
  total: number;
  completed: number;
  in_progress: number;
  last_activity: Date | null;
}

/** The one query of the forms screen; bench/templates.ts measures it. $1: archived ones too. */
export const TEMPLATES_WITH_COUNTS = `
  select g.*, coalesce(c.total, 0) as total, coalesce(c.completed, 0) as completed,
         coalesce(c.in_progress, 0) as in_progress, c.last_activity
    from global_forms g
    left join (
      select form_id, count(*) as total,
             count(*) filter (where not is_voided and is_done) as completed,
             count(*) filter (where not is_voided and not is_done) as in_progress,
             max(updated_at) as last_activity
        from (select form_id, is_voided or status = 'voided' as is_voided, updated_at,
                     is_completed or signed_at is not null or status = 'completed' as is_done
                from session_forms where form_id is not null) s
       group by form_id
    ) c on c.form_id = g.id
   where g.archived_at is null or $1
   order by g.display_order, lower(g.form_name_agent), g.id`;

export function listWithCounts(db: Database, withArchived: boolean): Promise<CountedRow[]> {
  return db.query<CountedRow>(TEMPLATES_WITH_COUNTS, [withArchived]);
}
