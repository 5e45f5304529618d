import type { Database } from '#platform/database/database.ts';

export interface ListedBundle {
  id: number;
  name: string;
  last_used_at: Date | null;
  templates: ListedTemplate[];
}

export interface ListedTemplate {
  form_id: number | null;
  name: string;
  type: string | null;
  docusign_template_id: string | null;
  is_missing_at_provider: boolean;
  is_archived: boolean;
}

/**
 * Bundles that the agent used last come first, the rest by name; their templates by folder and position, as on the forms
 * screen.
 */
export function listBundles(db: Database, agentId: number): Promise<ListedBundle[]> {
  return db.query<ListedBundle>(
    `select b.id, b.name, u.used_at as last_used_at, coalesce(t.templates, '[]') as templates
       from bundles b
       left join bundle_uses u on u.bundle_id = b.id and u.agent_id = $1
       left join lateral (
         select json_agg(json_build_object(
                  'form_id', x.form_id, 'name', coalesce(g.form_name_agent, x.form_name), 'type', g.type,
                  'docusign_template_id', g.docusign_template_id,
                  'is_missing_at_provider', g.provider_missing_at is not null,
                  'is_archived', g.archived_at is not null)
                  order by f.priority nulls last, g.display_order, lower(coalesce(g.form_name_agent, x.form_name)), x.id)
                  as templates
           from bundle_templates x
           left join global_forms g on g.id = x.form_id
           left join form_folders f on f.id = g.folder_id
          where x.bundle_id = b.id) t on true
      order by u.used_at desc nulls last, lower(b.name), b.id`,
    [agentId],
  );
}

/** The names of the templates that exist, locked against deletion until the transaction ends. */
export function lockNames(db: Database, formIds: readonly number[]): Promise<{ id: number; name: string }[]> {
  return db.query(
    'select id, form_name_agent as name from global_forms where id = any($1) order by id for key share',
    [formIds],
  );
}
