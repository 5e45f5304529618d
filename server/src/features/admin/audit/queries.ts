import { ACTION_GROUPS, AUDIT_RECORD_TYPES } from '@ledgerline/contract/audit/actions';
import type { AuditFilter } from '@ledgerline/contract/audit/endpoints';
import { READ_SUFFIX } from '@ledgerline/contract/audit-policy';
import type { Database } from '#platform/database/database.ts';
import type { AuditCursor, AuditRow } from './rules.ts';

/** The filter of the audit log. */
export interface AuditView extends AuditFilter {
  /** Days are days in this time zone. */
  timeZone: string;
  after: AuditCursor | null;
  limit: number;
}

const COLUMNS = `e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.actor_kind, e.actor_id,
  e.actor_name, e.address, e.action, e.entity, e.entity_id, e.field, e.old_value, e.new_value, e.operation, e.request_id`;

/** Everything that belongs to the client now; of deleted records only what is logged under the client itself. */
const CLIENT_RECORDS = `records (entity, entity_id) as materialized (
    select 'client', $1::bigint union all select 'client${READ_SUFFIX}', $1::bigint
    union all select k.entity || s.suffix, k.id from (
      select 'session_form' as entity, id from session_forms where client_id = $1
      union all select 'session', id from sessions where client_id = $1
      union all select 'document', id from documents where client_id = $1
      union all select 'invoice', id from invoices where customer_id = $1
      union all select 'recurring_payment', id from recurring_payments where client_id = $1
      union all select 'task', id from tasks where client_id = $1
      union all select 'call', id from client_calls where client_id = $1
      union all select 'household', id from client_links where client_id = $1 or relative_id = $1
      union all select 'policy', id from policies where client_id = $1
      union all select 'secure_link', id from secure_links where client_id = $1
    ) k (entity, id) cross join (values (''), ('${READ_SUFFIX}')) s (suffix) where true)`;

const NAMED_ACTIONS = Object.values(ACTION_GROUPS).flatMap(({ actions }) => [...actions]);

/** Actions that are queried one by one, each in order of time, so that rare ones are found among millions of rows. */
function actionsOf({ act }: AuditView): readonly string[] | null {
  if (!act || act === 'changed') return null;
  return ACTION_GROUPS[act].actions;
}

/** Conditions on `e`; $1 to $8 are those of `valuesOf`. */
const CONDITIONS = `($2::bigint is null or (e.actor_id = $2 and e.actor_kind = 'agent'))
  and ($3::text[] is null or e.entity = any($3))
  and ($4::timestamptz is null or e.at >= $4) and ($5::timestamptz is null or e.at < $5)
  and ($6::text is null or e.address = $6)
  and ($7::timestamptz is null or (e.at, e.id) < ($7, $8))`;

function valuesOf(view: AuditView, bounds: { from: Date | null; until: Date | null }): unknown[] {
  const entities = view.thing
    ? AUDIT_RECORD_TYPES[view.thing].entities.flatMap((entity) => [entity, `${entity}${READ_SUFFIX}`])
    : null;
  const { after } = view;
  return [
    view.client ?? null,
    view.agent ?? null,
    entities,
    bounds.from,
    bounds.until,
    view.address || null,
    after?.at ?? null,
    after?.id ?? 0,
  ];
}

/** Audit log rows after a cursor, newest first. Nothing is counted, and no row is skipped or repeated. */
export async function listEvents(db: Database, view: AuditView): Promise<AuditRow[]> {
  const bounds = await boundsOf(db, view);
  const values = valuesOf(view, bounds);
  const order = 'order by e.at desc, e.id desc';
  const actions = actionsOf(view);
  const source =
    view.client === undefined ? 'audit_events e' : 'records r join audit_events e using (entity, entity_id)';
  const of = view.client === undefined ? '' : `with ${CLIENT_RECORDS}`;
  // Without a client filter the id is unused; every parameter still needs a type.
  const known = '($1::bigint is null or true)';
  if (actions) {
    return db.query<AuditRow>(
      `${of} select ${COLUMNS} from unnest($9::text[]) a (action) cross join lateral (
         select e.* from ${source} where e.action = a.action and ${known} and ${CONDITIONS} ${order} limit $10) e
       ${order} limit $10`,
      [...values, actions, view.limit],
    );
  }
  const left = view.act === 'changed' ? NAMED_ACTIONS : ACTION_GROUPS.background.actions;
  return db.query<AuditRow>(
    `${of} select ${COLUMNS} from ${source}
      where e.action <> all($9::text[]) and ${known} and ${CONDITIONS} ${order} limit $10`,
    [...values, left, view.limit],
  );
}

/** The instants at which the days start and end, in the brokerage's time zone. */
async function boundsOf(
  db: Database,
  { from, to, timeZone }: AuditView,
): Promise<{ from: Date | null; until: Date | null }> {
  if (!from && !to) return { from: null, until: null };
  const [row] = await db.query<{ from: Date | null; until: Date | null }>(
    `select $1::date::timestamp at time zone $3::text as from,
            ($2::date + 1)::timestamp at time zone $3::text as until`,
    [from ?? null, to ?? null, timeZone],
  );
  return row ?? { from: null, until: null };
}
