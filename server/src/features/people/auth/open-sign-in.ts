import type { signIn as signInEndpoint } from '@ledgerline/contract/auth/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { type AgentPrivileges, NO_FLAGS, privilegesOf } from '@ledgerline/contract/rules';
import { addressProblem } from '#features/email-templates/address-problems.ts';
import { newDeviceEmail } from '#features/email-templates/new-device-email.ts';
import {
  hasTwoFactor,
  needsTwoFactor,
  twoFactorMethodsOf,
} from '#features/people/two-factor/find-methods.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context, Deps, VisitorActor } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';
import { type Http, readCookie, setCookie } from '#platform/http/cookies.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import { countHit, networkOf } from '#platform/rate-limit/rate-limit.ts';
import { type RememberedUse, setRememberedCookie } from './devices/remember-devices.ts';
import { deviceLabel, isNewDevice, shortened } from './devices/rules.ts';
import { publishSignInEvent } from './list-sign-ins.ts';
import * as repository from './repository.ts';
import { devicesOf } from './repository.ts';

const HOUR_MS = 3_600_000;
/** How long a browser that an agent signed in with is recognized. */
const KNOWN_DEVICE_DAYS = 180;
const KNOWN_DEVICE_SECONDS = KNOWN_DEVICE_DAYS * 86_400;
const deviceCookie = (agentId: number) => `device_${agentId}`;

export type SignedIn = ReplyOf<typeof signInEndpoint>;

/** How the agent signed in, if not by a password or passkey alone. */
interface SignInMethod {
  by_sso?: true;
  has_provider_step?: boolean;
  /** When the agent authenticated; at the provider that may be some time ago. */
  proved_at?: Date;
  /** The device that replaced two-factor authentication, or that this sign-in remembers. */
  device?: RememberedUse | null;
}

/** A sign-in without two-factor authentication never counts as re-authentication (decision 114). */
const NEVER_AUTHENTICATED = new Date(0);

/** Opens the sign-in of an authenticated agent, whatever the method; in the caller's transaction. */
export async function openSignIn(
  ctx: Context<VisitorActor>,
  agent: SignedIn['admin'] & AgentPrivileges,
  http: Http,
  { device: remembered = null, ...how }: SignInMethod = {},
): Promise<SignedIn> {
  const { clock, config, tokens } = ctx.deps;
  const now = clock.now();
  const user_agent = shortened(http.request.headers['user-agent']);
  const device = { userAgent: user_agent, bySso: how.by_sso === true };
  if (!isDeviceOf(ctx.deps, http, agent.id)) await notifyNewDevice(ctx, agent, device);
  const expires_at = new Date(now.getTime() + config.SIGN_IN_HOURS * HOUR_MS);
  const sid = await repository.insertSignIn(ctx.db, {
    agent_id: agent.id,
    created_at: now,
    proved_at: now,
    expires_at,
    address: ctx.address,
    user_agent,
    last_used_at: now,
    ...how,
    ...(remembered && !remembered.isNew ? { proved_at: NEVER_AUTHENTICATED } : {}),
  });
  const { id, first_name, last_name, username, email } = agent;
  const actor: AgentActor = {
    ...NO_FLAGS,
    ...privilegesOf(agent),
    kind: 'agent',
    id,
    name: `${first_name} ${last_name}`,
    signInId: sid,
  };
  await auditAction({ ...ctx, actor }, 'signed_in', 'agent', id, {
    field: how.by_sso ? 'sso' : null,
    new_value: username,
  });
  if (remembered) {
    const new_value = { device: deviceLabel(user_agent), address: ctx.address };
    const action = remembered.isNew ? 'device_remembered' : 'remembered_device_used';
    await auditAction({ ...ctx, actor }, action, 'agent', id, { new_value });
  }
  await publishSignInEvent(ctx, id);
  const hasStep = how.has_provider_step === true || hasTwoFactor(await twoFactorMethodsOf(ctx.db, id));
  const lacksTwoFactor = !hasStep && (await needsTwoFactor(ctx.db, agent));
  return {
    success: true,
    message: 'Signed in.',
    token: tokens.signAgent({ id, sid, ...privilegesOf(agent) }, expires_at),
    admin: { id, first_name, last_name, username, email },
    ...(lacksTwoFactor ? { has_to_set_up_factor: true } : {}),
  };
}

/** Whether the browser's cookie proves that an agent signed in with it before. */
export function isDeviceOf({ tokens, clock, config }: Deps, { request }: Http, agentId: number): boolean {
  const cookie = readCookie(request, config, deviceCookie(agentId));
  return cookie !== null && tokens.readTicket('device', cookie, clock.now())?.agent === agentId;
}

/** After the transaction: the browser is known from now on, and remembered if `device` says so. */
export function storeCookies(deps: Deps, http: Http, agentId: number, device: RememberedUse | null): void {
  const { tokens, clock, config } = deps;
  const until = new Date(clock.now().getTime() + KNOWN_DEVICE_SECONDS * 1000);
  if (device) setRememberedCookie(deps, http, agentId, device);
  setCookie(http, config, {
    name: deviceCookie(agentId),
    value: tokens.signTicket('device', { agent: agentId }, until),
    seconds: KNOWN_DEVICE_SECONDS,
  });
}

const DAY_SECONDS = 86_400;
/** An agent who signs in from many new devices has been warned by then. */
const EMAILS_PER_DAY = 10;

/**
 * Emails an agent about a sign-in with a device they had not used before, once per device, in the transaction
 * that opens the sign-in and before its row exists. A browser with a valid device cookie is known, and the
 * first sign-in ever sends nothing.
 */
async function notifyNewDevice(
  ctx: Context,
  agent: { id: number; username: string; email: string },
  { userAgent, bySso }: { userAgent: string | null; bySso: boolean },
): Promise<void> {
  const { db, address, deps } = ctx;
  const network = networkOf(address);
  const used = (await devicesOf(db, agent.id)).map((one) => ({
    network: one.address === null ? null : networkOf(one.address),
    user_agent: one.user_agent,
  }));
  if (!isNewDevice(used, { network, user_agent: userAgent }) || addressProblem(agent.email) !== null) return;
  const device = deviceLabel(userAgent);
  const now = deps.clock.now();
  // Serializes concurrent sign-ins of the same agent.
  const { hits } = await countHit(db, `new_device:${agent.id}:${network}:${device}`, DAY_SECONDS, now);
  if (hits > 1) return;
  if ((await countHit(db, `new_devices:${agent.id}`, DAY_SECONDS, now)).hits > EMAILS_PER_DAY) return;
  const { BRAND, SSO_NAME, SSO_ONLY, TIME_ZONE } = deps.config;
  const email = newDeviceEmail({
    brokerage: BRAND,
    username: agent.username,
    device,
    address,
    at: now,
    timeZone: TIME_ZONE,
    url: absoluteUrl(ctx, `/crm/agents/${agent.id}`),
    signedInWith: bySso || SSO_ONLY ? SSO_NAME : null,
  });
  await queueEmail(ctx, { ...email, kind: 'new_device', to: agent.email, language: 'en' });
}
