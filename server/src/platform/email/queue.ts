import { randomUUID } from 'node:crypto';
import type { EmailStatus } from '@ledgerline/contract/link-emails/endpoints';
import { EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import { reasonOf } from '@ledgerline/host/startup-error';
import { agentIdOf, type Context, type Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import { stored } from '../database/rows.ts';
import { idPayload, type JobHandler, jobWithPayload } from '../jobs/jobs.ts';
import { announce } from '../live.ts';
import { emailMessages } from './schema.ts';
import { isEmailConnected, isFinal } from './transport.ts';

const EMAIL_QUEUE = 'mail';
/** With the pauses below this is a day: time to correct a wrong password or a full mailbox. */
const MAX_ATTEMPTS = 30;
const LATE = 'The email server did not accept it in time.';
/** An email with a job waits less than two days. An older one without a job is no longer sent automatically. */
const LOST_DAYS = 2;
const NOT_NEEDED = 'It was no longer needed when it could be sent.';

/** Half a minute after the first attempt, then doubled each time, at most an hour. */
export const pauseSeconds = (attempts: number): number => Math.min(30 * 2 ** (attempts - 1), 3600);

export interface NewEmail {
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  language: string;
  /** For the log: the title of a form or session, the number of an invoice. */
  about?: string;
  /** With a content id, part of the text instead of a file to save. */
  attachments?: readonly { name: string; mime_type: string; bytes: Buffer; cid?: string }[];
  /** Where answers go, if not to the sender. */
  reply_to?: string | null;
  client_id?: number | null;
  session_id?: number | null;
  session_form_id?: number | null;
  /** The secure link or the invoice that it contains. */
  link_id?: number | null;
  invoice_id?: number | null;
  /** From this instant on, the email is dropped instead of sent. */
  not_after?: Date;
}

/** The encrypted `content` of a queued email; bytes as base64. */
interface EmailContent {
  text: string;
  html: string;
  attachments?: { name: string; mime_type: string; base64: string; cid?: string }[];
  reply_to?: string;
}

/**
 * By kind of email: checks right before an email is sent whether it is still needed. An email that is not needed is dropped as
 * late. An error counts as an attempt.
 */
export type RelevanceChecks = Readonly<Record<string, (deps: Deps, emailId: number) => Promise<boolean>>>;

type QueuedEmail = typeof emailMessages.$inferSelect;

const aadOf = (row: number) => ({ table: 'mail_messages', row, field: 'content' });

/** Adds an email to the log and the queue in the caller's transaction: it is sent when, and only if, that commits. */
export async function queueEmail(ctx: Context, email: NewEmail): Promise<number> {
  const { clock, cipher, jobs } = ctx.deps;
  const { kind, to, subject, language, about, client_id, session_id, session_form_id } = email;
  const { link_id, invoice_id, not_after } = email;
  const { id } = await stored(
    ctx.db.orm
      .insert(emailMessages)
      .values({
        ...{ kind, to_address: to, subject, language, about, client_id, session_id, session_form_id },
        ...{ link_id, invoice_id, not_after },
        message_id: `<${randomUUID()}@ledgerline>`,
        created_by: agentIdOf(ctx),
        created_at: clock.now(),
      })
      .returning({ id: emailMessages.id }),
  );
  const attachments = email.attachments?.map(({ bytes, ...attachment }) => ({
    ...attachment,
    base64: bytes.toString('base64'),
  }));
  const payload: EmailContent = {
    text: email.text,
    html: email.html,
    ...(attachments ? { attachments } : {}),
    ...(email.reply_to ? { reply_to: email.reply_to } : {}),
  };
  const content = cipher.encrypt(JSON.stringify(payload), aadOf(id));
  await ctx.db.query('update mail_messages set content = $2 where id = $1', [id, content]);
  await jobs.send(ctx.db, EMAIL_QUEUE, { id });
  await publish(ctx.db, id);
  return id;
}

/**
 * Cancels the queued ones of these emails in the caller's transaction. An email that is being sent at this moment may still go
 * out. Returns the ids of all that were not sent, including emails that were dropped before, but not those that were not sent
 * because no mail server was connected. `failure` is stored in the log for the cancelled ones.
 */
export async function cancelUnsent(
  db: Database,
  ids: readonly number[],
  reason: string,
  failure: 'late' | null = null,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const back = await db.query<{ id: number }>(
    `update mail_messages set status = 'failed', error = $2, failure = $3, content = null
      where id = any($1::bigint[]) and status = 'queued' returning id`,
    [ids, reason, failure],
  );
  for (const { id } of back) await publish(db, id);
  const unsent = await db.query<{ id: number }>(
    `select id from mail_messages where id = any($1::bigint[]) and status = 'failed'
        and failure is distinct from 'unconnected'`,
    [ids],
  );
  return unsent.map(({ id }) => id);
}

/**
 * The status of the newest email of a kind to an agent's address since an instant; one that was never queued counts as failed, like a
 * queued one without a mail server.
 */
export async function emailStatusOf(
  { db, deps }: Pick<Context, 'db' | 'deps'>,
  { kind, to, since }: { kind: string; to: string; since: Date },
): Promise<EmailStatus> {
  const [row] = await db.query<{ status: EmailStatus }>(
    `select status from mail_messages
      where client_id is null and created_at >= $3 and kind = $1 and to_address = $2 order by id desc limit 1`,
    [kind, to, since],
  );
  return shownEmailStatus(deps, row?.status);
}

/** The stored status as agents see it: without a mail server, nothing that is queued is on its way. */
export function shownEmailStatus(deps: Deps, stored: EmailStatus | undefined): EmailStatus {
  const status = stored ?? 'failed';
  return status === 'queued' && !isEmailConnected(deps) ? 'failed' : status;
}

/** How many emails are still unsent. */
export async function countUnsent(db: Database): Promise<number> {
  const [row] = await db.arrays<[number]>(`select count(*)::int from mail_messages where status = 'queued'`);
  return row?.[0] ?? 0;
}

/** Sends queued emails, with growing pauses between attempts, and emails of some kinds only if still needed. */
export function emailJobs(deps: Deps, relevanceChecks: RelevanceChecks): JobHandler[] {
  return [
    jobWithPayload({
      queue: EMAIL_QUEUE,
      payload: idPayload,
      work: ({ id }) => sendQueued(deps, relevanceChecks, id),
    }),
    { queue: 'mails-without-job', runsAtStart: true, work: () => requeueLost(deps) },
  ];
}

/**
 * Creates a new job for queued emails whose job is used up or gone. The rows are locked before jobs are checked: if two servers
 * start at once, the second sees what the first has sent.
 */
async function requeueLost({ database, jobs, clock, log }: Deps): Promise<void> {
  const since = new Date(clock.now().getTime() - LOST_DAYS * 86_400_000);
  await database.transaction(async (db) => {
    const queued = await db.query<{ id: number }>(
      `select id from mail_messages where status = 'queued' and created_at > $1 order by id for update`,
      [since],
    );
    const lost = await db.query<{ id: number }>(
      `select m.id from unnest($1::bigint[]) as m (id)
        where not exists (select from pgboss.job j
                           where j.name = $2 and j.state in ('created', 'retry', 'active')
                             and j.data->>'id' = m.id::text)`,
      [queued.map(({ id }) => id), EMAIL_QUEUE],
    );
    for (const { id } of lost) await jobs.send(db, EMAIL_QUEUE, { id });
    if (lost.length > 0) log.warn({ emails: lost.length }, 'queued emails had no job');
  });
}

async function sendQueued(deps: Deps, relevanceChecks: RelevanceChecks, id: number): Promise<void> {
  const { database, email, clock } = deps;
  const [row] = await database.query<QueuedEmail>(
    `update mail_messages set attempts = attempts + 1 where id = $1 and status = 'queued' returning *`,
    [id],
  );
  if (!row?.content) return;
  if (row.not_after !== null && clock.now() >= row.not_after) {
    return tooLate(database, id, LATE);
  }
  try {
    const isRelevant = (await relevanceChecks[row.kind]?.(deps, id)) ?? true;
    if (!isRelevant) return await tooLate(database, id, NOT_NEEDED);
    const content: EmailContent = JSON.parse(deps.cipher.decrypt(row.content, aadOf(row.id)));
    const { text, html, attachments, reply_to } = content;
    await email.send({
      messageId: row.message_id,
      to: row.to_address,
      subject: row.subject,
      text,
      html,
      ...(attachments
        ? {
            attachments: attachments.map(({ name, mime_type, base64, cid }) => ({
              filename: name,
              contentType: mime_type,
              content: Buffer.from(base64, 'base64'),
              ...(cid ? { cid, contentDisposition: 'inline' as const } : {}),
            })),
          }
        : {}),
      ...(reply_to ? { replyTo: reply_to } : {}),
      at: row.created_at,
    });
  } catch (error) {
    return notSent(deps, row, error);
  }
  if (isEmailConnected(deps)) return finish(database, id, { status: 'sent', error: null, at: clock.now() });
  const outcome = { status: 'failed', failure: 'unconnected', error: EMAIL_NOT_CONNECTED, at: null } as const;
  await finish(database, id, outcome);
}

function tooLate(db: Database, id: number, error: string): Promise<void> {
  return finish(db, id, { status: 'failed', failure: 'late', error, at: null });
}

/** Dropped, or queued again after a growing pause. */
async function notSent({ database, jobs, log }: Deps, row: QueuedEmail, error: unknown): Promise<void> {
  const { id, attempts } = row;
  const isRejected = isFinal(error);
  const isLast = isRejected || attempts >= MAX_ATTEMPTS;
  await database.transaction(async (db) => {
    await finish(db, id, {
      status: isLast ? 'failed' : 'queued',
      failure: isRejected ? 'refused' : null,
      error: reasonOf(error),
      at: null,
    });
    if (!isLast) await jobs.send(db, EMAIL_QUEUE, { id }, { afterSeconds: pauseSeconds(attempts) });
  });
  if (isLast) log.error({ err: error, email: id }, 'email not sent');
  else log.warn({ err: error, email: id, attempts }, 'email not sent yet');
}

/** An email that was sent, or never will be, keeps no content: it contained a secure link. */
async function finish(
  db: Database,
  id: number,
  outcome: {
    status: 'queued' | 'sent' | 'failed';
    failure?: QueuedEmail['failure'];
    error: string | null;
    at: Date | null;
  },
): Promise<void> {
  await db.query(
    `update mail_messages
        set status = $2, error = $3, sent_at = $4, failure = $5, content = case when $2 = 'queued' then content end
      where id = $1 and (status = 'queued' or $2 = 'sent')`,
    [id, outcome.status, outcome.error, outcome.at, outcome.failure ?? null],
  );
  await publish(db, id);
}

function publish(db: Database, id: number): Promise<void> {
  return announce(db, { kind: 'mail', action: 'updated', ids: [id], agent_id: null });
}
