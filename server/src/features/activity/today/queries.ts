import type { Database } from '#platform/database/database.ts';
import { type Bound, DISMISSED_UNTIL, type KindView, ORDER_OF, type StoredKind } from './rules.ts';
import { SOURCES } from './sources/queries.ts';

/** An item before its client is read. */
export interface FoundItem {
  kind: StoredKind;
  id: number;
  due_day: string;
  due_time: string | null;
  since: Date | null;
  title: string;
  amount_cents: number | null;
  client_id: number | null;
  owner_agent_id: number | null;
  session_id: number | null;
  submission_id: number | null;
  form_id: number | null;
  invoice_id: number | null;
  /** The values of its sort key, as text. */
  position: string[];
}

/** The current time: parameters 1 to 4 of each statement. */
export interface CurrentTime {
  today: string;
  now: Date;
  time_zone: string;
  horizon: string;
}

/** The agent's own items, unassigned ones, or everyone's. */
export type OwnerOfItems = number | 'nobody' | undefined;

/** A statement under construction: its text refers to its values by number. */
class Statement {
  readonly values: unknown[];

  constructor({ today, now, time_zone, horizon }: CurrentTime) {
    this.values = [today, now, time_zone, horizon];
  }

  value(input: unknown): string {
    return `$${this.values.push(input)}`;
  }

  /** The items of a kind and the requested columns, in order. */
  rowsOf(kind: StoredKind, columns: string, conditions: readonly (string | null)[]): string {
    const { from, where, id, due, order } = SOURCES[kind];
    return `select ${columns} ${from}
              left join today_marks m on m.kind = '${kind}' and m.subject_id = ${id} and m.due_day = ${due}
             where ${[where, ...conditions].filter((one) => one !== null).join(' and ')}
             order by ${order.join(', ')}`;
  }

  /** What an agent sees of a kind between two cursors. */
  shown({ kind, from, to }: KindView, owner: OwnerOfItems): (string | null)[] {
    const whose = ownerOf(kind);
    return [
      '(m.hidden_until is null or m.hidden_until <= $1::date)',
      owner === 'nobody'
        ? `${whose} is null`
        : owner === undefined
          ? null
          : `${whose} = ${this.value(owner)}`,
      from && this.#compared(kind, '>', from),
      to && this.#compared(kind, '<', to),
    ];
  }

  #compared(kind: StoredKind, sign: '<' | '>', bound: Bound): string {
    const { order, waits = 0 } = SOURCES[kind];
    const day = 'day' in bound ? `${this.value(bound.day)}::date` : '';
    const start = `(${day}::timestamp at time zone $3::text) - interval '${waits} hours'`;
    const least: Record<string, string> = { date: day, timestamptz: start, text: `''`, bigint: '0' };
    const values = ORDER_OF[kind].map((part, at) =>
      'day' in bound ? least[part] : `${this.value(bound.position[at])}::${part}`,
    );
    return `(${order.join(', ')}) ${sign} (${values.join(', ')})`;
  }
}

function ownerOf(kind: StoredKind): string {
  const { owner, creator = 'null::bigint' } = SOURCES[kind];
  // A reassignment to an agent who can no longer see the client is ignored (decision 071).
  return `(case when m.is_handed_over and (m.owner_agent_id is null or sees_clients_of(m.owner_agent_id, o.owner_agent_id))
                then m.owner_agent_id
                else ${owner ?? `coalesce(o.owner_agent_id, ${creator})`} end)`;
}

function columnsOf(kind: StoredKind): string {
  const source = SOURCES[kind];
  const position = source.order.map((column) => `${column}::text`).join(', ');
  return `'${kind}' as kind, ${source.id} as id, (${source.due})::text as due_day, ${source.time ?? 'null'} as due_time,
          ${source.since ?? 'null::timestamptz'} as since, ${source.title ?? "''"} as title,
          (${source.amount ?? 'null'})::bigint as amount_cents, o.client_id, ${ownerOf(kind)} as owner_agent_id,
          ${source.session ?? 'null::bigint'} as session_id, ${source.submission ?? 'null::bigint'} as submission_id,
          ${source.form ?? 'null::bigint'} as form_id, ${source.invoice ?? 'null::bigint'} as invoice_id,
          array[${position}] as position`;
}

/** Every parameter of `CurrentTime` is named, so that PostgreSQL knows its type even where no source uses it. */
const ALL_PARAMETERS =
  '$1::date is not null and $2::timestamptz is not null and $3::text is not null and $4::date is not null';

/** The first items of each kind, each kind in its order. */
export function listItems(
  db: Database,
  at: CurrentTime,
  views: readonly KindView[],
  owner: OwnerOfItems,
  limit: number,
): Promise<FoundItem[]> {
  if (views.length === 0) return Promise.resolve([]);
  const statement = new Statement(at);
  const most = statement.value(limit);
  const parts = views.map(
    (view) =>
      `(${statement.rowsOf(view.kind, columnsOf(view.kind), statement.shown(view, owner))} limit ${most})`,
  );
  return db.query(
    `select * from (${parts.join(' union all ')}) lines where ${ALL_PARAMETERS}`,
    statement.values,
  );
}

/** How many items are in each view, counted up to `most`. */
export function countItems(
  db: Database,
  at: CurrentTime,
  views: readonly KindView[],
  owner: OwnerOfItems,
  most: number,
): Promise<{ view: number; count: number }[]> {
  const statement = new Statement(at);
  const limit = statement.value(most);
  const parts = views.map(
    (view, number) =>
      `select ${number} as view, count(*)::int as count
         from (${statement.rowsOf(view.kind, '1', statement.shown(view, owner))} limit ${limit}) few`,
  );
  return db.query(
    `select * from (${parts.join(' union all ')}) counts where ${ALL_PARAMETERS}`,
    statement.values,
  );
}

/** The number of items of each agent, and of unassigned ones, without an upper limit. */
export function countByOwner(
  db: Database,
  at: CurrentTime,
  views: readonly KindView[],
): Promise<{ agent_id: number | null; items: number }[]> {
  const statement = new Statement(at);
  const parts = views.map(
    (view) =>
      `(${statement.rowsOf(view.kind, `${ownerOf(view.kind)} as agent_id`, statement.shown(view, undefined))})`,
  );
  return db.query(
    `select agent_id, count(*)::int as items from (${parts.join(' union all ')}) lines
      where ${ALL_PARAMETERS} group by 1`,
    statement.values,
  );
}

/** What is due on all overdue invoices that Today lists, in cents. */
export async function sumOverdue(db: Database, at: CurrentTime, owner: OwnerOfItems): Promise<number> {
  const statement = new Statement(at);
  const kind = 'invoice_overdue';
  const conditions = statement.shown({ kind, from: null, to: null }, owner);
  const rows = statement.rowsOf(kind, `${SOURCES[kind].amount} as amount`, conditions);
  const [sum] = await db.query<{ cents: number }>(
    `select coalesce(sum(amount), 0)::bigint as cents from (${rows}) lines where ${ALL_PARAMETERS}`,
    statement.values,
  );
  return sum?.cents ?? 0;
}

/** Tasks completed, calls logged and opportunities dismissed today: by an agent, or by all agents; unassigned work counts for none. */
export async function countDone(
  db: Database,
  { today, time_zone }: CurrentTime,
  by: OwnerOfItems,
): Promise<number> {
  if (by === 'nobody') return 0;
  const [found] = await db.query<{ count: number }>(
    `with day as (select $1::date::timestamp at time zone $2 as start)
     select ((select count(*) from tasks, day where done_at >= start and ($3::bigint is null or done_by = $3))
           + (select count(*) from audit_events e, day
               where e.action = 'created' and e.entity = 'call' and e.at >= start
                 and ($3::bigint is null or e.actor_id = $3)
                 -- A text without an outcome was only opened in the messaging app.
                 and exists (select from client_calls k where k.id = e.entity_id
                                and (k.kind <> 'text' or k.outcome is not null)))
           + (select count(*) from today_marks m, day
               where m.updated_at >= start and m.hidden_until = '${DISMISSED_UNTIL}' and ($3::bigint is null or m.set_by = $3)))::int as count`,
    [today, time_zone, by ?? null],
  );
  return found?.count ?? 0;
}

/** The current state of an item, snoozed or not; undefined once its cause is gone. */
export async function findItem(
  db: Database,
  at: CurrentTime,
  kind: StoredKind,
  id: number,
): Promise<FoundItem | undefined> {
  const statement = new Statement(at);
  const one = `${SOURCES[kind].id} = ${statement.value(id)}`;
  const rows = statement.rowsOf(kind, columnsOf(kind), [one]);
  const [item] = await db.query<FoundItem>(
    `select * from (${rows}) lines where ${ALL_PARAMETERS}`,
    statement.values,
  );
  return item;
}

/** The client fields that an item shows. */
export interface ClientOfItem {
  id: number;
  name: string | null;
  phone: string | null;
  email: string | null;
}

/** The snoozed enrollment periods, with the end date they had then. */
export function listHiddenPeriods(
  db: Database,
  today: string,
): Promise<{ subject_id: number; due_day: string }[]> {
  return db.query(
    `select subject_id, due_day::text from today_marks where kind = 'enrolment' and hidden_until > $1`,
    [today],
  );
}

export function listClientsOf(db: Database, ids: readonly number[]): Promise<ClientOfItem[]> {
  return db.query(
    `select id, nullif(concat_ws(' ', nullif(client_first_name, ''), nullif(client_last_name, '')), '') as name,
            nullif(primary_phone, '') as phone, nullif(primary_email, '') as email
       from clients where id = any($1::bigint[])`,
    [ids],
  );
}
