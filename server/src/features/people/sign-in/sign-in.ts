import type { signIn as signInEndpoint } from '@ledgerline/contract/auth/endpoints';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { rightsOf } from '@ledgerline/contract/rules';
import { holdAgentByUsername } from '#features/people/agents/manage-agents.ts';
import { auditAct } from '#platform/audit/audit.ts';
import { isPassword, spendPasswordCheck } from '#platform/auth/passwords.ts';
import type { AgentActor, Context, Deps, VisitorActor } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { type Http, keepCookie, readCookie } from '#platform/http/cookies.ts';
import { shortened } from './devices/rules.ts';
import {
  countAttempt,
  forgetDelay,
  forgetFailures,
  noteFailure,
  readAttempt,
} from './guessing/slow-guesses.ts';
import { tellSignIns } from './list-sign-ins.ts';
import { noteUse } from './note-use.ts';
import * as repository from './repository.ts';

const HOUR_MS = 3_600_000;
/** How long a browser that an agent signed in with is known as his. */
const KNOWN_DEVICE_DAYS = 180;
const KNOWN_DEVICE_SECONDS = KNOWN_DEVICE_DAYS * 86_400;
const deviceCookie = (agentId: number) => `device_${agentId}`;

type SignInInput = BodyOf<typeof signInEndpoint>;

/** Checks the password and opens a sign-in; unknown usernames and wrong passwords answer alike. */
export async function signIn(
  ctx: Context<VisitorActor>,
  input: SignInInput,
  http: Http,
): Promise<ReplyOf<typeof signInEndpoint>> {
  const attempt = await readAttempt(ctx, input.username, (id) => isDeviceOf(ctx.deps, http, id));
  await countAttempt(ctx, attempt);
  const opened = await ctx.deps.database.transaction(async (db) => {
    const answer = await openSignIn({ ...ctx, db }, input, http);
    if (answer) await forgetFailures({ ...ctx, db }, attempt);
    return answer;
  });
  if (!opened) {
    await noteFailure(ctx, attempt);
    throw new AppError('wrong_credentials');
  }
  rememberDevice(ctx.deps, http, opened.admin.id);
  return opened;
}

async function openSignIn(
  ctx: Context<VisitorActor>,
  input: SignInInput,
  { request }: Http,
): Promise<ReplyOf<typeof signInEndpoint> | null> {
  const { clock, config, tokens } = ctx.deps;
  const now = clock.now();
  const agent = await holdAgentByUsername(ctx.db, input.username);
  const isRight = agent
    ? await isPassword(agent.password_hash, input.password)
    : await spendPasswordCheck(input.password);
  if (!agent || !isRight) return null;
  const expires_at = new Date(now.getTime() + config.SIGN_IN_HOURS * HOUR_MS);
  const sid = await repository.insertSignIn(ctx.db, {
    agent_id: agent.id,
    created_at: now,
    expires_at,
    address: ctx.address,
    user_agent: shortened(request.headers['user-agent']),
    last_used_at: now,
  });
  const { id, first_name, last_name, username, email } = agent;
  await auditAct(ctx, 'signed_in', 'agent', id, { new_value: username });
  await tellSignIns(ctx, id);
  return {
    success: true,
    message: 'Signed in.',
    token: tokens.signAgent({ id, sid, ...rightsOf(agent) }, expires_at),
    admin: { id, first_name, last_name, username, email },
  };
}

function isDeviceOf({ tokens, clock }: Deps, { request }: Http, agentId: number): boolean {
  const proof = readCookie(request, deviceCookie(agentId));
  return proof !== null && tokens.readTicket('device', proof, clock.now())?.agent === agentId;
}

function rememberDevice({ tokens, clock, config }: Deps, http: Http, agentId: number): void {
  const until = new Date(clock.now().getTime() + KNOWN_DEVICE_SECONDS * 1000);
  keepCookie(http, config, {
    name: deviceCookie(agentId),
    value: tokens.signTicket('device', { agent: agentId }, until),
    seconds: KNOWN_DEVICE_SECONDS,
  });
}

export async function signOut(ctx: Context<AgentActor>): Promise<{ success: true; message: string }> {
  const { id, signInId } = ctx.actor;
  await repository.revokeSignIn(ctx.db, signInId, ctx.deps.clock.now());
  await auditAct(ctx, 'signed_out', 'agent', id);
  await tellSignIns(ctx, id);
  return { success: true, message: 'Signed out.' };
}

/** The agent behind a token whose sign-in is still open, with flags as they are now (decisions B12). */
export async function agentOfToken(deps: Deps, token: string): Promise<AgentActor | null> {
  const now = deps.clock.now();
  const claims = deps.tokens.readAgent(token, now);
  const found = claims
    ? await repository.findLiveSignIn(deps.database, { id: claims.sid, agent_id: claims.id, now })
    : null;
  if (!found) return null;
  noteUse(deps, found.actor.signInId, found.last_used_at);
  return found.actor;
}

/** Whether the sign-in that a long call began with still stands. */
export async function isStillSignedIn({ actor, deps }: Context<AgentActor>): Promise<boolean> {
  const signIn = { id: actor.signInId, agent_id: actor.id, now: deps.clock.now() };
  return (await repository.findLiveSignIn(deps.database, signIn)) !== null;
}

/** For a new password: ends the agent's sign-ins, all or all but one, and what delays his next. */
export async function endSignIns(
  db: Database,
  agentId: number,
  except: number | null,
  now: Date,
): Promise<void> {
  await repository.revokeSignInsOf(db, agentId, except, now);
  await forgetDelay(db, agentId);
}

const KEPT_DAYS = 30;

export async function forgetEndedSignIns(deps: Deps): Promise<void> {
  await repository.deleteEndedBefore(
    deps.database,
    new Date(deps.clock.now().getTime() - KEPT_DAYS * 24 * HOUR_MS),
  );
}
