import { clientName } from '#features/records/clients/service.ts';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import type { TaskCursor } from './rules.ts';
import type { tasks } from './schema.ts';

/** A task with the name of its client. */
export type ListedTask = typeof tasks.$inferSelect & { client_name: string | null };

export interface TaskView {
  state: 'open' | 'done';
  /** One agent's tasks, or unassigned ones; all tasks if omitted. */
  owner: number | 'nobody' | undefined;
  client_id: number | undefined;
  due_from: string | undefined;
  due_to: string | undefined;
  limit: number;
  after: TaskCursor | undefined;
}

const SELECT = `select t.*, nullif(${clientName('c')}, '')
                         as client_name
                  from tasks t left join clients c on c.id = t.client_id`;

/**
 * Open tasks: earliest due first. Completed ones: last completed first. One row more than the limit shows
 * that there are more.
 */
export function listTasks(db: Database, view: TaskView): Promise<ListedTask[]> {
  const values: unknown[] = [];
  const value = (input: unknown) => `$${values.push(input)}`;
  const { owner, after } = view;
  const conditions = [
    view.state === 'open' ? 't.done_at is null' : 't.done_at is not null',
    owner === 'nobody' && 't.owner_agent_id is null',
    typeof owner === 'number' && `t.owner_agent_id = ${value(owner)}`,
    view.client_id !== undefined && `t.client_id = ${value(view.client_id)}`,
    view.due_from !== undefined && `t.due_day >= ${value(view.due_from)}`,
    view.due_to !== undefined && `t.due_day <= ${value(view.due_to)}`,
    after?.state === 'open' &&
      `(t.due_day, t.due_time, t.id) > (${value(after.day)}::date, ${value(after.time)}, ${value(after.id)})`,
    after?.state === 'done' && `(t.done_at, t.id) < (${value(after.at)}::timestamptz, ${value(after.id)})`,
  ];
  const order = view.state === 'open' ? 't.due_day, t.due_time, t.id' : 't.done_at desc, t.id desc';
  return db.query<ListedTask>(
    `${SELECT} where ${conditions.filter(Boolean).join(' and ')} order by ${order} limit ${value(view.limit + 1)}`,
    values,
  );
}

export function findTask(db: Database, id: number): Promise<ListedTask | undefined> {
  return first(db.query<ListedTask>(`${SELECT} where t.id = $1`, [id]));
}

/** The date of the client's first open task that sets the follow-up. */
export async function firstFollowUp(db: Database, clientId: number): Promise<string | null> {
  const [row] = await db.query<{ due_day: string }>(
    `select due_day from tasks where client_id = $1 and done_at is null and sets_follow_up
      order by due_day, due_time, id limit 1`,
    [clientId],
  );
  return row?.due_day ?? null;
}

/** Open tasks of agents who can no longer see the client, with the client's owner. */
export function listUnseen(
  db: Database,
  limit: number,
): Promise<{ id: number; client_owner_agent_id: number }[]> {
  return db.query(
    `select t.id, o.owner_agent_id as client_owner_agent_id
       from tasks t join client_outlines o on o.client_id = t.client_id
      where exists (select from need_to_know where sees <> 'all')
        and t.done_at is null and not sees_clients_of(t.owner_agent_id, o.owner_agent_id)
      order by t.id limit $1`,
    [limit],
  );
}
