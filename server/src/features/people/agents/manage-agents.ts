import { randomBytes } from 'node:crypto';
import type * as endpoints from '@ledgerline/contract/agents/endpoints';
import {
  type Agent,
  CURRENT_PASSWORD_MISSING,
  CURRENT_PASSWORD_WRONG,
} from '@ledgerline/contract/agents/endpoints';
import type { BodyOf, QueryOf } from '@ledgerline/contract/endpoint';
import { canDeleteAgent, NO_FLAGS } from '@ledgerline/contract/rules';
import { StartupError } from '@ledgerline/host/startup-error';
import { auditAction } from '#platform/audit/audit.ts';
import { writeBounded } from '#platform/audit/bounded.ts';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import { hashPassword, isPassword } from '#platform/auth/passwords.ts';
import { assertReauthenticated } from '#platform/auth/reauthentication.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { withAccessScope } from '#platform/database/work.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { changeEmail, notifyUsernameChanged } from './emails/change-email.ts';
import { type EndSignIns, getAgent, type NeededAbove } from './find-agents.ts';
import {
  assertAvailable,
  assertUnrestrictedAccess,
  changeError,
  lockAgents,
  lockToChange,
} from './lock-agents.ts';
import { passwordProblem } from './passwords/check-password.ts';
import { decideFlags, endsSigning } from './policy.ts';
import * as repository from './repository.ts';
import { assertStrongPassword, savePassword } from './save-password.ts';
import { endSavedSignature } from './saved-signature/service.ts';

type Ctx = Context<AgentActor>;

export async function checkAgentEmail(
  ctx: Ctx,
  query: QueryOf<typeof endpoints.checkAgentEmail>,
): Promise<{ success: true; available: boolean }> {
  const holder = await repository.findByEmail(ctx.db, query.email.trim());
  return { success: true, available: !holder || holder.id === query.excludeId };
}

export async function createAgent(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.createAgent>,
  { countClients, invite }: Pick<NeededAbove, 'countClients' | 'invite'>,
): Promise<{ success: true; id: number; data: Agent }> {
  const { password, invite: isInvited, ...fields } = input;
  const flags = allowedFlags(ctx.actor, { id: 0, ...NO_FLAGS }, fields);
  await assertAvailable(ctx.db, fields, null);
  if (password !== undefined) await assertStrongPassword(ctx, password, fields);
  const row = await repository.insertAgent(ctx.db, {
    ...fields,
    ...NO_FLAGS,
    ...flags,
    // Invited agents set their own password; until then the account has a random one.
    password_hash: await hashPassword(password ?? randomBytes(32).toString('base64url')),
  });
  await auditAction(ctx, 'created', 'agent', row.id, { new_value: row.username });
  if (isInvited) await invite(ctx, row);
  await publish(ctx, 'created', row.id);
  return { success: true, id: row.id, data: (await getAgent(ctx, row.id, countClients)).data };
}

/**
 * A new email address takes effect when it is confirmed. The email address and the username decide who can
 * sign in and set a password, so changing them needs re-authentication (decision 097).
 */
export async function updateAgent(
  ctx: Ctx,
  id: number,
  input: BodyOf<typeof endpoints.updateAgent>,
  { countClients, moveInvitation }: Pick<NeededAbove, 'countClients' | 'moveInvitation'>,
): Promise<{ success: true; message?: string; data: Agent }> {
  const { actor, target } = await lockToChange(ctx, id);
  const { first_name, last_name, email, username } = input;
  const flags = allowedFlags(actor, target, input);
  const changes = changesTo(target, { first_name, last_name, username, ...flags });
  const newEmail = email === undefined || email === target.email ? null : email;
  if (newEmail !== null || changes.username !== undefined) {
    if (id !== actor.id) assertUnrestrictedAccess(ctx, 'change how another agent signs in');
    assertReauthenticated(ctx.deps, ctx.actor);
  }
  await assertAvailable(ctx.db, { email: newEmail ?? undefined, username }, id);
  await repository.changeAgent(ctx.db, id, changes);
  await auditChanges(ctx, 'agent', target, changes);
  // An agent who receives the other's emails can set a password by link.
  const isTakenOver = newEmail !== null && id !== actor.id;
  if (endsSigning(changes) || isTakenOver) await endSavedSignature(ctx, target);
  if (changes.username !== undefined) await notifyUsernameChanged(ctx, target, changes.username);
  const message =
    newEmail === null ? null : await changeEmail(ctx, { ...target, ...changes }, newEmail, moveInvitation);
  await publish(ctx, 'updated', id);
  const { data } = await getAgent(ctx, id, countClients);
  return { success: true, ...(message === null ? {} : { message }), data };
}

/** Sets the password. The caller decides through `endSignIns` which sign-ins end. */
export async function changeAgentPassword(
  ctx: Ctx,
  id: number,
  input: BodyOf<typeof endpoints.changeAgentPassword>,
  endSignIns: EndSignIns,
): Promise<{ success: true; message: string }> {
  const { target } = await lockToChange(ctx, id);
  const isSelf = id === ctx.actor.id;
  if (!isSelf) assertUnrestrictedAccess(ctx, 'set the password of another agent');
  if (isSelf) await assertPassword(ctx, target, input.current_password);
  await savePassword(ctx, target, input.password);
  // The agent who set this password must not be able to sign as that agent.
  if (!isSelf) await endSavedSignature(ctx, target);
  await endSignIns(ctx.db, id, isSelf ? ctx.actor.signInId : null, ctx.deps.clock.now());
  await auditAction(ctx, 'password_changed', 'agent', id);
  await publish(ctx, 'updated', id);
  return { success: true, message: 'Password updated.' };
}

/**
 * Requires the current password, so that someone at an unlocked screen cannot take over the account
 * (decisions O1).
 */
async function assertPassword(
  ctx: Ctx,
  agent: repository.AgentRow,
  current: string | undefined,
): Promise<void> {
  const isRight = current !== undefined && (await isPassword(agent.password_hash, current));
  if (isRight) return;
  if (current !== undefined) {
    const entry = { action: 'password_change_failed', entity: 'agent', entity_id: agent.id };
    await ctx.db.afterTransaction((_, pool) => writeBounded({ ...ctx, db: pool }, entry));
  }
  const message = current === undefined ? CURRENT_PASSWORD_MISSING : CURRENT_PASSWORD_WRONG;
  throw wrongField('current_password', message);
}

export async function deleteAgent(
  ctx: Ctx,
  id: number,
  clientsTo: number | 'nobody' | undefined,
  { ownedClients, openTasks }: Pick<NeededAbove, 'ownedClients' | 'openTasks'>,
): Promise<{ success: true; message: string }> {
  const { actor, target } = await lockAgents(ctx, id);
  if (id === 1) throw new AppError('not_allowed', { message: 'The first agent cannot be deleted.' });
  if (id === actor.id) throw new AppError('not_allowed', { message: 'You cannot delete yourself.' });
  if (!canDeleteAgent(actor, target)) throw changeError(actor, target);
  await repository.lockForRemoval(ctx.db, id);
  // All of the agent's clients, including those that the actor cannot see.
  await withAccessScope(undefined, async () => {
    const clients = await ownedClients.count(ctx.db, id);
    const successor = await successorOf(ctx, id, clientsTo, clients);
    // Unassigned clients are visible to all agents.
    const isTakeover = successor === null || ctx.actor.accessScope?.includes(successor) === true;
    if (clients > 0 && isTakeover) assertUnrestrictedAccess(ctx, 'take over the clients of another agent');
    // The same lock order as completing a task: the task, then its client.
    await openTasks.reassign(ctx, id, successor);
    if (clients > 0) await ownedClients.reassign(ctx, id, successor);
  });
  await repository.removeAgent(ctx.db, id);
  await auditAction(ctx, 'deleted', 'agent', id, { old_value: target.username });
  await publish(ctx, 'deleted', id);
  return { success: true, message: 'Agent deleted.' };
}

/**
 * The successor for the clients of an agent who leaves. The choice is required, even if it is no one
 * (decision 046).
 */
async function successorOf(
  ctx: Ctx,
  id: number,
  clientsTo: number | 'nobody' | undefined,
  clients: number,
): Promise<number | null> {
  if (clientsTo === undefined && clients > 0) {
    const owned = clients === 1 ? 'owns 1 client' : `owns ${clients.toLocaleString('en-US')} clients`;
    throw new AppError('has_related_data', {
      message: `This agent ${owned}. Choose who takes over.`,
      fields: [{ path: 'clients_to', message: `must be an agent’s ID or 'nobody'` }],
      details: { clients },
    });
  }
  if (clientsTo === undefined || clientsTo === 'nobody') return null;
  if (clientsTo === id) throw wrongField('clients_to', 'must be an agent other than the one being deleted');
  const [successor] = await repository.lockAgentRows(ctx.db, [clientsTo]);
  if (!successor) throw wrongField('clients_to', 'must be an existing agent');
  return successor.id;
}

export function findAgentByUsername(
  db: Database,
  username: string,
): Promise<repository.AgentRow | undefined> {
  return repository.findByUsername(db, username.trim());
}

/** For sign-in: the row with its password hash, locked until the transaction ends. */
export function lockAgentByUsername(
  db: Database,
  username: string,
): Promise<repository.AgentRow | undefined> {
  return repository.lockByUsername(db, username.trim());
}

export function findAgentById(db: Database, id: number): Promise<repository.AgentRow | undefined> {
  return repository.findAgent(db, id);
}

/** The row with its password hash, locked until the transaction ends. */
export function lockAgent(db: Database, id: number): Promise<repository.AgentRow | undefined> {
  return repository.lockById(db, id);
}

/**
 * Creates agent 1 with every flag in an empty database; null when agents exist. A weak OWNER_PASSWORD stops
 * the start.
 */
export async function createFirstAgent(
  db: Database,
  owner: {
    username: string;
    email: string;
    password: string;
    password_until?: Date | null;
    email_confirmed_at?: Date;
  },
  brokerage = '',
): Promise<repository.AgentRow | null> {
  await repository.lockAgents(db);
  if (await repository.hasAnyAgent(db)) return null;
  const problem = await passwordProblem(owner.password, owner, brokerage);
  if (problem) throw new StartupError(`OWNER_PASSWORD: ${problem}`);
  return repository.insertAgent(db, {
    username: owner.username,
    email: owner.email,
    first_name: 'Brokerage',
    last_name: 'Owner',
    password_hash: await hashPassword(owner.password),
    password_until: owner.password_until ?? null,
    // Set by the server operator, who may have no way in other than single sign-on.
    email_confirmed_at: owner.email_confirmed_at ?? null,
    is_advisor: true,
    is_owner: true,
    is_developer: true,
    has_all_staff_access: true,
  });
}

function allowedFlags(...fields: Parameters<typeof decideFlags>) {
  const decision = decideFlags(...fields);
  if (!decision.allowed) throw new AppError('not_allowed', { message: decision.reason });
  return decision.changes;
}

function publish(ctx: Ctx, action: 'created' | 'updated' | 'deleted', id: number): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'agents', action, ids: [id] });
}
