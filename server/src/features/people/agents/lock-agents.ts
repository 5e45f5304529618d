import { AGENT_OUTRANKS, EMAIL_TAKEN, USERNAME_TAKEN } from '@ledgerline/contract/agents/endpoints';
import { canChangeAgent, outranks } from '@ledgerline/contract/rules';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { canManageAgents } from './policy.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

interface LockedAgents {
  actor: repository.AgentRow;
  target: repository.AgentRow;
}

/**
 * Locks both accounts and reads them again: the actor's privileges were read before the lock and may have been
 * revoked since.
 */
export async function lockAgents(ctx: Ctx, id: number): Promise<LockedAgents> {
  const rows = await repository.lockAgentRows(ctx.db, [ctx.actor.id, id]);
  const actor = rows.find((row) => row.id === ctx.actor.id);
  const target = rows.find((row) => row.id === id);
  if (!actor) throw new AppError('not_signed_in');
  if (!target) throw new AppError('not_found', { message: 'Agent not found.' });
  return { actor, target };
}

/** The same for an account that the actor may change. */
export async function lockToChange(ctx: Ctx, id: number): Promise<LockedAgents> {
  const locked = await lockAgents(ctx, id);
  if (!canChangeAgent(locked.actor, locked.target)) throw changeError(locked.actor, locked.target);
  return locked;
}

/**
 * For actions that would give a manager access to another agent's clients; only owners may do these while
 * access is restricted (decision 099).
 */
export function assertUnrestrictedAccess({ actor }: Ctx, what: string): void {
  if (actor.accessScope === undefined) return;
  throw new AppError('not_allowed', {
    message: `While access to clients is restricted, only an owner may ${what}.`,
  });
}

export function changeError(actor: repository.AgentRow, target: repository.AgentRow): AppError {
  const isBelow = canManageAgents(actor) && outranks(target, actor);
  return new AppError('not_allowed', isBelow ? { message: AGENT_OUTRANKS } : {});
}

/** Addresses are compared as `emailKey` does, so that no address matches two agents. */
export async function assertAvailable(
  db: Database,
  names: { email?: string | undefined; username?: string | undefined },
  except: number | null,
): Promise<void> {
  const byEmail = names.email ? await repository.findByEmail(db, names.email) : undefined;
  if (byEmail && byEmail.id !== except) {
    throw new AppError('duplicate', {
      message: EMAIL_TAKEN,
      fields: [{ path: 'email', message: EMAIL_TAKEN }],
    });
  }
  const byUsername = names.username ? await repository.findByUsername(db, names.username) : undefined;
  if (byUsername && byUsername.id !== except) {
    throw new AppError('duplicate', {
      message: USERNAME_TAKEN,
      fields: [{ path: 'username', message: USERNAME_TAKEN }],
    });
  }
}
