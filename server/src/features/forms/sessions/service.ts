import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { preferredLanguage } from '@ledgerline/contract/languages';
import { sessionFormStatus } from '@ledgerline/contract/rules';
import { sessionTitlesOf } from '@ledgerline/contract/sessions/client-title';
import type * as endpoints from '@ledgerline/contract/sessions/endpoints';
import {
  type ListedSession,
  SESSION_NOT_FOUND,
  type Session,
  type SessionPaymentData,
} from '@ledgerline/contract/sessions/endpoints';
import { recordBundleUse } from '#features/forms/bundles/service.ts';
import { findClient } from '#features/records/clients/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { hashPassword } from '#platform/auth/passwords.ts';
import type { AgentActor, ClientActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { countByClient } from '#platform/database/rows.ts';
import { AppError } from '#platform/errors.ts';
import { sanitizeNote } from '#platform/html.ts';
import { findSession, lockSession, publishSessionEvent, type SessionRow } from './lock-session.ts';
import { canRequestSession, needsPasscode } from './policy.ts';
import { toSession } from './presenter.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type OneSession = { success: true; data: Session; session: Session };

/** The payments of a session, read by the module that owns them (composed in app.ts). */
export type SessionPayments = (ctx: Context, sessionId: number) => Promise<SessionPaymentData>;

/** What was paid on sessions, by session; likewise. */
export type SessionBalances = (
  ctx: Context,
  sessionIds: readonly number[],
) => Promise<ReadonlyMap<number, NonNullable<ListedSession['balance']>>>;

/**
 * Revokes the links of a session, and releases or removes its forms; provided by the modules above (composed in app.ts).
 */
export type EmptySession = (ctx: Ctx, sessionId: number, deleteForms: boolean) => Promise<void>;

export async function createSession(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.createSession>,
): Promise<ReplyOf<typeof endpoints.createSession>> {
  await findClient(ctx, input.client_id);
  const now = ctx.deps.clock.now();
  const row = await repository.insertSession(ctx.db, {
    client_id: input.client_id,
    session_type: input.session_type,
    client_title: input.client_title ?? '',
    passcode_hash: await hashedPasscode(input.passcode),
    created_by: ctx.actor.id,
    created_at: now,
    updated_at: now,
  });
  await recordBundleUse(ctx, input.bundle_ids ?? []);
  await log(ctx, 'created', row, { new_value: row.session_type });
  await publishSessionEvent(ctx, 'created', row.id);
  const session = await presented(ctx, row.id);
  return { success: true, id: row.id, session, data: session };
}

/** By status priority, ties newest first (decisions G11). */
export async function listClientSessions(
  ctx: Ctx,
  clientId: number,
  balancesOf: SessionBalances,
): Promise<{ success: true; data: ListedSession[]; sessions: ListedSession[] }> {
  await findClient(ctx, clientId);
  const rows = await queries.listOfClient(ctx.db, clientId);
  const balances = await balancesOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const sessions = rows
    .map((row) => ({ ...toSession(row), balance: balances.get(row.id) ?? null }))
    .sort((one, other) => one.priority - other.priority);
  return { success: true, data: sessions, sessions };
}

export async function getSession(ctx: Ctx, id: number): Promise<OneSession> {
  const session = await presented(ctx, id);
  return { success: true, data: session, session };
}

export async function getSessionStatus(
  ctx: Ctx,
  id: number,
): Promise<{ success: true; status: string; priority: number }> {
  const { status, priority } = await presented(ctx, id);
  return { success: true, status, priority };
}

export async function getSessionPaymentData(
  ctx: Ctx,
  id: number,
  paymentsOf: SessionPayments,
): Promise<SessionPaymentData & { success: true; data: SessionPaymentData }> {
  await findSession(ctx.db, id);
  const data = await paymentsOf(ctx, id);
  return { success: true, ...data, data };
}

/** For agents, and for the holder of the session's own link; a passcode protects it from the link alone. */
export async function getSessionDetails(
  ctx: Context<AgentActor | ClientActor>,
  id: number,
): Promise<ReplyOf<typeof endpoints.getSessionDetails>> {
  if (!canRequestSession(ctx.actor, id)) throw new AppError('not_allowed');
  const row = await listed(ctx, id);
  if (needsPasscode(ctx.actor)) throw new AppError('not_allowed');
  return {
    success: true,
    data: {
      id,
      session_type: ctx.actor.kind === 'agent' ? row.session_type : await clientTitleOf(ctx, row),
      client_name: [row.client_first_name, row.client_last_name].filter(Boolean).join(' '),
      status: toSession(row).status,
      forms: row.forms.map((form) => ({
        id: form.id,
        title: form.title,
        type: form.type,
        status: sessionFormStatus(form),
        is_voided: form.is_voided,
      })),
    },
  };
}

/** A new passcode restores access for a client who forgot it, or was locked out by someone else's guesses. */
export async function changeSessionPasscode(
  ctx: Ctx,
  id: number,
  passcode: string | null,
): Promise<OneSession> {
  const row = await lockSession(ctx.db, id);
  const passcode_hash = await hashedPasscode(passcode);
  await repository.changeSession(ctx.db, id, { passcode_hash, updated_at: ctx.deps.clock.now() });
  await log(ctx, passcode_hash === null ? 'passcode_removed' : 'passcode_changed', row);
  await publishSessionEvent(ctx, 'updated', id);
  const session = await presented(ctx, id);
  return { success: true, data: session, session };
}

async function hashedPasscode(passcode: string | null | undefined): Promise<string | null> {
  const text = passcode?.trim();
  return text ? hashPassword(text) : null;
}

export async function updateSession(
  ctx: Ctx,
  id: number,
  input: BodyOf<typeof endpoints.updateSession>,
): Promise<OneSession> {
  const row = await lockSession(ctx.db, id);
  const values = {
    notes: input.notes === undefined ? row.notes : sanitizeNote(input.notes),
    client_title: input.client_title ?? row.client_title,
  };
  const changed = (['notes', 'client_title'] as const).filter((field) => values[field] !== row[field]);
  if (changed.length > 0) {
    await repository.changeSession(ctx.db, id, { ...values, updated_at: ctx.deps.clock.now() });
    for (const field of changed)
      await log(ctx, 'updated', row, { field, old_value: row[field], new_value: values[field] });
    await publishSessionEvent(ctx, 'updated', id);
  }
  return getSession(ctx, id);
}

/** Its links are revoked; its forms stay with the client, or are deleted with it (decisions A10). */
export async function deleteSession(
  ctx: Ctx,
  id: number,
  deleteForms: boolean,
  empty: EmptySession,
): Promise<{ success: true; message: string }> {
  const row = await lockSession(ctx.db, id);
  await empty(ctx, id, deleteForms);
  const now = ctx.deps.clock.now();
  await repository.changeSession(ctx.db, id, { is_deleted: true, deleted_at: now, updated_at: now });
  await log(ctx, 'deleted', row, { old_value: row.session_type });
  await publishSessionEvent(ctx, 'deleted', id);
  return { success: true, message: 'Session deleted.' };
}

/**
 * Adds the instant of a payment to the session, once however often it is reported (decisions G7). The caller that records
 * the payment publishes the invoice, which refreshes the session on screens too.
 */
export async function recordSessionPayment(ctx: Context, sessionId: number, at: Date): Promise<void> {
  if (!(await repository.addPayment(ctx.db, sessionId, at))) return;
  await auditAction(ctx, 'updated', 'session', sessionId, { field: 'payment_received_at', new_value: at });
}

/** For the check before a client is deleted; deleted sessions do not count. */
export function countClientSessions(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  return countByClient(db, '(select client_id from sessions where not is_deleted) s', ids);
}

/** The title that the client sees, in their language. */
export async function clientTitleOf(
  ctx: Context,
  session: Pick<SessionRow, 'client_id' | 'client_title'>,
): Promise<string> {
  const { pref_lang } = await findClient(ctx, session.client_id);
  return sessionTitlesOf(session, ctx.deps.config.BRAND)[preferredLanguage(pref_lang) ?? 'en'];
}

async function presented(ctx: Context, id: number): Promise<Session> {
  return toSession(await listed(ctx, id));
}

async function listed(ctx: Context, id: number): Promise<queries.ListedSession> {
  const row = await queries.findListed(ctx.db, id);
  if (!row) throw new AppError('not_found', { message: SESSION_NOT_FOUND });
  return row;
}

function log(
  ctx: Context,
  action: 'created' | 'updated' | 'deleted' | 'passcode_changed' | 'passcode_removed',
  { id, client_id }: { id: number; client_id: number },
  change: { field?: string; old_value?: unknown; new_value?: unknown } = {},
): Promise<void> {
  return auditAction(ctx, action, 'session', id, { ...change, of_client: client_id });
}
