import type { signIn as signInEndpoint } from '@ledgerline/contract/auth/endpoints';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { holdAgentByUsername } from '#features/agents/service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { isPassword, spendPasswordCheck } from '#platform/auth/passwords.ts';
import type { AgentActor, Context, Deps, VisitorActor } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { clearLimit, networkOf, takeFromLimit } from '#platform/rate-limit/rate-limit.ts';
import * as repository from './repository.ts';

const HOUR_MS = 3_600_000;
/** Failed attempts on one username from one address, and from one address on any username, in a quarter of an hour. */
const ATTEMPTS_PER_USERNAME = { max: 10, seconds: 900 };
const ATTEMPTS_PER_ADDRESS = { max: 100, seconds: 900 };

const usernameKey = (username: string, address: string) =>
  `sign_in:${username.trim().toLowerCase()}:${networkOf(address)}`;

/** Runs ahead of the transaction, so that failed attempts stay counted and no attempt holds two connections. */
export async function countAttempt(
  { deps, db, address }: Context<VisitorActor>,
  { body }: { body: BodyOf<typeof signInEndpoint> },
): Promise<void> {
  const now = deps.clock.now();
  await takeFromLimit(db, usernameKey(body.username, address), ATTEMPTS_PER_USERNAME, now);
  await takeFromLimit(db, `sign_in:${networkOf(address)}`, ATTEMPTS_PER_ADDRESS, now);
}

/** Checks the password and opens a sign-in; unknown usernames and wrong passwords answer alike. */
export async function signIn(
  ctx: Context<VisitorActor>,
  input: BodyOf<typeof signInEndpoint>,
): Promise<ReplyOf<typeof signInEndpoint>> {
  const { clock, config, tokens } = ctx.deps;
  const now = clock.now();
  const agent = await holdAgentByUsername(ctx.db, input.username);
  const isRight = agent
    ? await isPassword(agent.password_hash, input.password)
    : await spendPasswordCheck(input.password);
  if (!agent || !isRight) throw new AppError('wrong_credentials');
  await clearLimit(ctx.db, usernameKey(input.username, ctx.address));
  const expires_at = new Date(now.getTime() + config.SIGN_IN_HOURS * HOUR_MS);
  const sid = await repository.insertSignIn(ctx.db, {
    agent_id: agent.id,
    created_at: now,
    expires_at,
    address: ctx.address,
  });
  const { id, is_owner, is_developer, has_all_staff_access, first_name, last_name, username, email } = agent;
  await writeAudit(ctx, [{ action: 'signed_in', entity: 'agent', entity_id: id, new_value: username }]);
  return {
    success: true,
    message: 'Signed in.',
    token: tokens.signAgent({ id, sid, is_owner, is_developer, has_all_staff_access }, expires_at),
    admin: { id, first_name, last_name, username, email },
  };
}

export async function signOut(ctx: Context<AgentActor>): Promise<{ success: true; message: string }> {
  await repository.revokeSignIn(ctx.db, ctx.actor.signInId, ctx.deps.clock.now());
  return { success: true, message: 'Signed out.' };
}

/** The agent behind a token whose sign-in is still open, with flags as they are now (decisions B12). */
export async function agentOfToken(deps: Deps, token: string): Promise<AgentActor | null> {
  const now = deps.clock.now();
  const claims = deps.tokens.readAgent(token, now);
  return claims
    ? repository.findLiveSignIn(deps.database, { id: claims.sid, agent_id: claims.id, now })
    : null;
}

/** Whether the sign-in that a long call began with still stands. */
export async function isStillSignedIn({ actor, deps }: Context<AgentActor>): Promise<boolean> {
  const signIn = { id: actor.signInId, agent_id: actor.id, now: deps.clock.now() };
  return (await repository.findLiveSignIn(deps.database, signIn)) !== null;
}

/** Ends the agent's sign-ins, all or all but one. */
export async function endSignIns(
  db: Database,
  agentId: number,
  except: number | null,
  now: Date,
): Promise<void> {
  await repository.revokeSignInsOf(db, agentId, except, now);
}

const KEPT_DAYS = 30;

export async function forgetEndedSignIns(deps: Deps): Promise<void> {
  await repository.deleteEndedBefore(
    deps.database,
    new Date(deps.clock.now().getTime() - KEPT_DAYS * 24 * HOUR_MS),
  );
}
