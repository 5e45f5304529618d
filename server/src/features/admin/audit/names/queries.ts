import { AGENTS_NAME } from '#features/forms/submissions/form-name.ts';
import type { Database } from '#platform/database/database.ts';

/** The current name of a logged record, and its client. */
export interface Named {
  entity: string;
  id: number;
  name: string;
  client_id: number | null;
}

const PERSON = `nullif(concat_ws(' ', nullif(client_first_name, ''), nullif(client_last_name, '')), '')`;
const AGENT = `coalesce(nullif(concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')), ''), username)`;

/** Where each kind of record stores its name; `ids` are those of its rows. */
const SOURCES: Readonly<Record<string, string>> = {
  client: `select id, ${PERSON} as name, id as client_id from clients where id = any(ids)`,
  agent: `select id, ${AGENT} as name, null::bigint as client_id from agents where id = any(ids)`,
  session_form: `select f.id, ${AGENTS_NAME} as name, f.client_id from session_forms f where f.id = any(ids)`,
  session: `select id, session_type as name, client_id from sessions where id = any(ids)`,
  document: `select id, file_name as name, client_id from documents where id = any(ids)`,
  invoice: `select id, coalesce(external_ref, title) as name, customer_id as client_id from invoices where id = any(ids)`,
  task: `select id, title as name, client_id from tasks where id = any(ids)`,
  policy: `select id, concat_ws(' ', carrier, nullif(plan_name, '')) as name, client_id from policies where id = any(ids)`,
  call: `select id, null::text as name, client_id from client_calls where id = any(ids)`,
  secure_link: `select id, null::text as name, client_id from secure_links where id = any(ids)`,
  recurring_payment: `select id, name, client_id from recurring_payments where id = any(ids)`,
  template: `select id, form_name_agent as name, null::bigint as client_id from global_forms where id = any(ids)`,
  bundle: `select id, name, null::bigint as client_id from bundles where id = any(ids)`,
  form_folder: `select id, label as name, null::bigint as client_id from form_folders where id = any(ids)`,
  import: `select id, file_name as name, null::bigint as client_id from imports where id = any(ids)`,
};

/** The current names; deleted records are left out. */
export async function findNames(
  db: Database,
  records: readonly { entity: string; id: number }[],
): Promise<Named[]> {
  const kinds = Object.keys(SOURCES).filter((entity) => records.some((record) => record.entity === entity));
  if (kinds.length === 0) return [];
  const idsOf = (entity: string) => [
    ...new Set(records.filter((record) => record.entity === entity).map(({ id }) => id)),
  ];
  const parts = kinds.map(
    (entity, index) =>
      `select '${entity}' as entity, id, coalesce(name, '') as name, client_id
         from (${SOURCES[entity]?.replace('any(ids)', `any($${index + 1}::bigint[])`)}) of_${entity}`,
  );
  return db.query<Named>(parts.join(' union all '), kinds.map(idsOf));
}
