import type { Demo } from './demo.ts';

/**
 * Recreates the notifications of the simulated work in chronological order, because the parts did not run in that order. Drops
 * those of more than two months ago, and leaves each agent at most four of the last two days unread.
 */
export async function fillNotifications({ ctx }: Demo): Promise<string> {
  const { db, deps } = ctx;
  const readUntil = new Date(deps.clock.now().getTime() - 2 * 86_400_000);
  await db.query('create temp table old_notices on commit drop as select * from agent_notices');
  await db.query('create temp table old_receivers on commit drop as select * from agent_notice_receivers');
  await db.query('delete from agent_notices');
  const columns = `kind, cause, client_id, client_first_name, client_last_name, about, session_form_id, session_id,
    invoice_id, import_id, task_id, created_at`;
  await db.query(
    `insert into agent_notices (${columns})
     select ${columns} from old_notices where created_at > $1::timestamptz - interval '60 days' order by created_at, id`,
    [readUntil],
  );
  await db.query(
    `insert into agent_notice_receivers (notice_id, agent_id, is_in_app, mail, read_at)
     select n.id, h.agent_id, h.is_in_app, h.mail,
            case when n.created_at < $1 or row_number() over (partition by h.agent_id order by n.id desc) > 4
                 then n.created_at + interval '40 minutes' end
       from agent_notices n join old_notices t on t.cause = n.cause join old_receivers h on h.notice_id = t.id`,
    [readUntil],
  );
  const [counted] = await db.query<{ all: number; unread: number }>(
    `select count(*)::int as all, count(*) filter (where read_at is null)::int as unread from agent_notice_receivers`,
  );
  return `${counted?.all ?? 0} notifications, ${counted?.unread ?? 0} of them unread`;
}
