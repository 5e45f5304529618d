import type { Reminded } from '@ledgerline/contract/reminders/endpoints';
import { CLIENT_WORK_LEFT } from '#features/forms/submissions/client-work.ts';
import type { Database } from '#platform/database/database.ts';
import type { Facts, RemindedForm } from './rules.ts';

/** The subject of a series, besides the facts that determine its reminders. */
export interface Series extends Facts {
  link_id: number | null;
  invoice_id: number | null;
  session_id: number | null;
  session_form_id: number | null;
  /** Its name for agents, for the log; and the sender, for the client. */
  about: string;
  sender: string | null;
}

/** Emails of the last days: the client's day is at most this far from ours. */
const EMAILED_DAYS = 4;

/** The queue retries for a day: an email queued for longer no longer has a job, and does not block reminders. */
const STUCK = `(x.status = 'queued' and x.created_at <= $2::timestamptz - interval '2 days')`;

const FORMS = `
  select coalesce(json_agg(json_build_object(
           'is_left', ${CLIENT_WORK_LEFT},
           'is_advisor_first', f.pending_advisor_signature and f.next_signer_role is distinct from 'client'
                               and not (f.has_advisor_signature or f.advisor_signed_at is not null),
           'is_voided', f.is_voided or f.voided_at is not null or lower(btrim(f.status)) = 'voided',
           'is_declined', lower(btrim(f.status)) = 'declined',
           'mode', g.reminders_mode, 'first_days', g.reminders_first_days,
           'every_days', g.reminders_every_days, 'most', g.reminders_most) order by f.id), '[]')
    from session_forms f left join global_forms g on g.id = f.form_id
   where f.id = l.session_form_id or (l.session_form_id is null and f.session_id = l.session_id)`;

const HAS_NEWER = `
  exists (select from secure_links n
           where n.id > l.id and n.revoked_at is null
             and ((n.session_form_id = l.session_form_id and n.session_id is null)
                  or (l.session_form_id is null and n.session_form_id is null and n.session_id = l.session_id)))`;

/** A number whose reminder was too late, or could not be sent at all, is free again. */
const IS_CLAIMED = `coalesce(x.failure, '') not in ('late', 'unconnected')`;

/** Whether the email `x` is the first email or a reminder of the series. Other emails about its link or invoice, such as receipts, do not count. */
const IS_OF_SERIES = `(x.link_id = r.link_id or x.invoice_id = r.invoice_id)
               and x.kind in ('form_link', 'session_link', 'invoice', 'reminder')`;

/** When the series starts: with its first email. Emails that failed because no mail server was connected do not count. */
const STARTED_AT = `
  coalesce((select min(x.created_at) from mail_messages x
             where ${IS_OF_SERIES} and x.created_at >= r.started_at
               and x.failure is distinct from 'unconnected'), r.started_at)`;

/** $1 the series, $2 now. */
const SERIES = `
  select r.id, r.client_id, r.link_id, r.invoice_id, r.state, r.reason, ${STARTED_AT} as started_at, c.address,
         c.status = 'inactive' as is_inactive,
         coalesce(r.to_own_address and lower(btrim(m.to_address)) <> lower(btrim(coalesce(c.primary_email, '')))
                  or lower(btrim(m.to_address)) <> lower(btrim(coalesce(i.email, case when i.id is null then m.to_address else '' end))),
                  false) as is_address_changed,
         i.id is not null and split_part(coalesce(r.mailed_as, ''), ':', 1)
                              <> split_part(invoice_as_mailed(i.id), ':', 1) as is_changed,
         i.id is not null and r.mailed_as is distinct from invoice_as_mailed(i.id) as is_refunded,
         coalesce(l.session_id, i.session_id) as session_id, l.session_form_id,
         l.id as found_link, l.client_id as link_client, l.access_token_expires_at as expires_at,
         l.revoked_at is not null as is_revoked, l.revoked_at is not null and ${HAS_NEWER} as has_newer,
         case when l.id is null then '[]'::json else (${FORMS}) end as forms,
         i.customer_id, i.status as invoice_status, i.provider_status, i.due_date,
         i.square_public_url is not null as has_pay_page,
         exists (select from transactions p
                  where p.invoice_id = i.id and p.kind = 'payment' and p.payment_status = 'pending') as is_paying,
         m.status as mail_status, m.failure, m.to_address, m.error, m.at as mail_at, m.about, m.sender,
         array(select s.number from reminders_sent s left join mail_messages x on x.id = s.mail_id
                where s.series_id = r.id and ${IS_CLAIMED} order by s.number) as numbers,
         array(select s.sent_at from reminders_sent s left join mail_messages x on x.id = s.mail_id
                where s.series_id = r.id and ${IS_CLAIMED} order by s.number) as sent_at,
         array(select case when x.status = 'queued' then $2::timestamptz else coalesce(x.sent_at, x.created_at) end
                 from mail_messages x
                where x.client_id = r.client_id and x.status <> 'failed' and not ${STUCK}
                  and (x.status = 'queued' or x.created_at > $2::timestamptz - interval '${EMAILED_DAYS} days')) as mailed
    from reminder_series r
    join clients c on c.id = r.client_id
    left join secure_links l on l.id = r.link_id
    left join invoices i on i.id = r.invoice_id
    left join lateral (
      select case when ${STUCK} then 'failed' else x.status end as status, x.failure, x.to_address, x.error, coalesce(x.sent_at, x.created_at) as at, x.about,
             (select a.first_name || ' ' || a.last_name from mail_messages x join agents a on a.id = x.created_by
               where ${IS_OF_SERIES} and x.kind <> 'reminder'
               order by x.id desc limit 1) as sender
        from mail_messages x
       where ${IS_OF_SERIES}
       order by x.failure is not distinct from 'unconnected', x.id desc limit 1) m on true
   where r.id = any($1::bigint[]) order by r.id desc`;

interface SeriesRow {
  id: number;
  client_id: number;
  link_id: number | null;
  invoice_id: number | null;
  state: Facts['state'];
  reason: Facts['reason'];
  started_at: Date;
  address: string | null;
  is_inactive: boolean;
  is_address_changed: boolean;
  is_changed: boolean;
  is_refunded: boolean;
  session_id: number | null;
  session_form_id: number | null;
  found_link: number | null;
  link_client: number | null;
  expires_at: Date;
  is_revoked: boolean;
  has_newer: boolean;
  forms: RemindedForm[];
  customer_id: number | null;
  invoice_status: string;
  provider_status: string | null;
  due_date: string | null;
  has_pay_page: boolean;
  is_paying: boolean;
  mail_status: string | null;
  failure: string | null;
  to_address: string | null;
  error: string | null;
  mail_at: Date | null;
  about: string | null;
  sender: string | null;
  numbers: number[];
  sent_at: Date[];
  mailed: Date[];
}

/** The series with their current facts, newest first. */
export async function findSeries(db: Database, ids: readonly number[], now: Date): Promise<Series[]> {
  if (ids.length === 0) return [];
  return (await db.query<SeriesRow>(SERIES, [ids, now])).map(toSeries);
}

function toSeries(row: SeriesRow): Series {
  const { id, client_id, link_id, invoice_id, state, reason, started_at, address, forms, mailed } = row;
  const { session_id, session_form_id, expires_at, is_revoked, has_newer, sender } = row;
  return {
    ...{
      id,
      client_id,
      link_id,
      invoice_id,
      state,
      reason,
      started_at,
      address,
      forms,
      mailed,
      sender,
    },
    ...{ is_inactive: row.is_inactive, is_address_changed: row.is_address_changed },
    ...{ session_id, session_form_id, about: row.about ?? '' },
    link: row.found_link === null ? null : { client_id: row.link_client, expires_at, is_revoked, has_newer },
    invoice: invoiceOf(row),
    sent: row.numbers.flatMap((number, n) => {
      const at = row.sent_at[n];
      return at ? [{ number, at }] : [];
    }),
    last_mail: {
      status: row.mail_status ?? '',
      failure: row.failure,
      to_address: row.to_address ?? '',
      error: row.error,
      at: row.mail_at ?? started_at,
    },
  };
}

function invoiceOf(row: SeriesRow): Facts['invoice'] {
  const { customer_id, invoice_status: status, provider_status, due_date, has_pay_page } = row;
  const { is_paying, is_changed, is_refunded } = row;
  if (customer_id === null) return null;
  const money = { is_paying, is_changed, is_refunded };
  return { client_id: customer_id, status, provider_status, due_date, has_pay_page, ...money };
}

/** The series of a queued reminder, and whether an agent sent it; undefined where the number is not its own. */
export async function findSeriesOfEmail(
  db: Database,
  emailId: number,
): Promise<{ series_id: number; is_by_hand: boolean } | undefined> {
  const [found] = await db.query<{ series_id: number; is_by_hand: boolean }>(
    `select r.id as series_id, m.created_by is not null as is_by_hand
       from mail_messages m
       join reminder_series r on r.link_id = m.link_id or r.invoice_id = m.invoice_id
       join reminders_sent s on s.series_id = r.id and s.mail_id = m.id
      where m.id = $1`,
    [emailId],
  );
  return found;
}

/** The reminders of a series that are still to be sent. */
export async function listQueued(db: Database, seriesId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select m.id from reminders_sent s join mail_messages m on m.id = s.mail_id
      where s.series_id = $1 and m.status = 'queued' order by m.id`,
    [seriesId],
  );
  return rows.map(({ id }) => id);
}

/** Active series to check: due, not checked for so long that something may have changed, or checked before a clock was set back. */
export function listToCheck(
  db: Database,
  range: { now: Date; before: Date; behind: number },
  limit: number,
): Promise<{ id: number }[]> {
  return db.query(
    `select id from reminder_series
      where state = 'active' and id > $3
        and (due_at <= $1 or looked_at is null or looked_at <= $2 or looked_at > $1)
      order by id limit $4`,
    [range.now, range.before, range.behind, limit],
  );
}

/** How many reminders are due and not sent. */
export async function countDue(db: Database, now: Date): Promise<number> {
  const [row] = await db.arrays<[number]>(
    `select count(*)::int from reminder_series where state = 'active' and due_at <= $1`,
    [now],
  );
  return row?.[0] ?? 0;
}

/** The item, with its newest series if there is one; undefined if the item does not exist. */
export interface RemindedItem {
  client_id: number | null;
  link_id: number | null;
  session_id: number | null;
  session_form_id: number | null;
  invoice_id: number | null;
  series_id: number | null;
}

const LINK_COLUMNS = `coalesce(l.client_id, n.client_id) as client_id, l.id as link_id, l.session_id, l.session_form_id,
         null::bigint as invoice_id, (select max(id) from reminder_series where link_id = l.id) as series_id`;
const ITEM_QUERIES: Record<Reminded, string> = {
  link: `select ${LINK_COLUMNS} from secure_links l left join sessions n on n.id = l.session_id where l.id = $1`,
  form: `select f.client_id, r.link_id, f.session_id, f.id as session_form_id, null::bigint as invoice_id, r.series_id
           from session_forms f left join lateral (
                  select s.link_id, s.id as series_id from secure_links l join reminder_series s on s.link_id = l.id
                   where l.session_form_id = f.id and l.session_id is null order by s.id desc limit 1) r on true
          where f.id = $1`,
  session: `select n.client_id, r.link_id, n.id as session_id, null::bigint as session_form_id,
                   null::bigint as invoice_id, r.series_id
              from sessions n left join lateral (
                     select s.link_id, s.id as series_id from secure_links l join reminder_series s on s.link_id = l.id
                      where l.session_id = n.id and l.session_form_id is null order by s.id desc limit 1) r on true
             where n.id = $1 and not n.is_deleted`,
  invoice: `select customer_id as client_id, null::bigint as link_id, session_id, null::bigint as session_form_id,
                   id as invoice_id,
                   (select max(s.id) from reminder_series s where s.invoice_id = invoices.id) as series_id
              from invoices where id = $1`,
};

export async function findRemindedItem(
  db: Database,
  of: Reminded,
  id: number,
): Promise<RemindedItem | undefined> {
  const [item] = await db.query<RemindedItem>(ITEM_QUERIES[of], [id]);
  return item;
}

/** The newest series of each session of these clients, the latest session first. */
export function listSessionSeries(
  db: Database,
  clientIds: readonly number[],
): Promise<{ client_id: number; session_id: number; series_id: number }[]> {
  return db.query(
    `select n.client_id, n.id as session_id, max(r.id) as series_id
       from sessions n join secure_links l on l.session_id = n.id and l.session_form_id is null
       join reminder_series r on r.link_id = l.id
      where n.client_id = any($1::bigint[]) and not n.is_deleted
      group by n.client_id, n.id order by n.id desc`,
    [clientIds],
  );
}
