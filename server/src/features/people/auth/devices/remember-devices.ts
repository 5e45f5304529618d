import { randomBytes } from 'node:crypto';
import {
  MAX_REMEMBERED_DEVICES,
  REMEMBERED_DAYS,
} from '@ledgerline/contract/auth/remembered-devices/endpoints';
import { findSignInPolicy } from '#features/people/two-factor/find-methods.ts';
import * as devices from '#features/people/two-factor/remembered-devices/store-devices.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context, Deps } from '#platform/context.ts';
import { type Http, readCookie, setCookie } from '#platform/http/cookies.ts';
import { deviceLabel, shortened } from './rules.ts';

const DAY_MS = 86_400_000;
const SECRET_BYTES = 32;

/** A remembered device with the secret that its browser stores after the transaction. */
export interface RememberedUse {
  id: number;
  secret: string;
  expires_at: Date;
  /** It was remembered by this sign-in; otherwise it replaced two-factor authentication. */
  isNew: boolean;
}

const cookieName = (agentId: number) => `remembered_${agentId}`;

/** Stored in place of the secret: the database alone does not reveal the cookie. */
const fingerprintOf = ({ tokens }: Deps, secret: string) => tokens.fingerprint(`remembered device ${secret}`);

const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url');

function readSecret({ config }: Deps, { request }: Http, agentId: number) {
  const cookie = readCookie(request, config, cookieName(agentId)) ?? '';
  const [, id, secret] = /^(\d{1,15})\.([\w-]{43})$/.exec(cookie) ?? [];
  return id && secret ? { id: Number(id), secret } : null;
}

/** After the transaction that stored the secret. */
export function setRememberedCookie(deps: Deps, http: Http, agentId: number, device: RememberedUse): void {
  const seconds = Math.floor((device.expires_at.getTime() - deps.clock.now().getTime()) / 1000);
  setCookie(http, deps.config, {
    name: cookieName(agentId),
    value: `${device.id}.${device.secret}`,
    seconds,
  });
}

/** Remembers the browser of an agent who has just used two-factor authentication; null where owners forbid it. */
export async function rememberDevice(
  ctx: Context,
  agentId: number,
  http: Http,
): Promise<RememberedUse | null> {
  if (!(await findSignInPolicy(ctx.db)).can_remember_devices) return null;
  const now = ctx.deps.clock.now();
  const secret = newSecret();
  const former = await currentDeviceId(ctx, agentId, http);
  if (former !== null) await devices.deleteDevice(ctx.db, agentId, former);
  const row = {
    agent_id: agentId,
    secret_fingerprint: fingerprintOf(ctx.deps, secret),
    user_agent: shortened(http.request.headers['user-agent']),
    created_at: now,
    expires_at: new Date(now.getTime() + REMEMBERED_DAYS * DAY_MS),
  };
  const { id, expires_at } = await devices.insertDevice(ctx.db, row, MAX_REMEMBERED_DEVICES);
  return { id, secret, expires_at, isNew: true };
}

/**
 * The remembered device of the request, which gets a new secret; null if there is none. Call it only for an
 * agent whose password is correct. A secret that is not the latest one was copied, or its response was lost:
 * the device is forgotten, and neither cookie skips two-factor authentication.
 */
export async function claimRememberedDevice(
  ctx: Context,
  agentId: number,
  http: Http,
): Promise<RememberedUse | null> {
  const sent = readSecret(ctx.deps, http, agentId);
  const row = sent && (await devices.lockDevice(ctx.db, agentId, sent.id));
  const now = ctx.deps.clock.now();
  if (!row || row.expires_at <= now) return null;
  if (row.secret_fingerprint !== fingerprintOf(ctx.deps, sent.secret)) {
    await devices.deleteDevice(ctx.db, agentId, row.id);
    const old_value = { device: deviceLabel(row.user_agent) };
    await auditAction(ctx, 'remembered_device_ended', 'agent', agentId, { old_value });
    return null;
  }
  const secret = newSecret();
  await devices.recordDeviceUse(ctx.db, row.id, {
    secret_fingerprint: fingerprintOf(ctx.deps, secret),
    last_used_at: now,
    user_agent: shortened(http.request.headers['user-agent']),
  });
  return { id: row.id, secret, expires_at: row.expires_at, isNew: false };
}

/** The ID of the device whose cookie the request sent, for the list; null if it is not the latest. */
export async function currentDeviceId(ctx: Context, agentId: number, http: Http): Promise<number | null> {
  const sent = readSecret(ctx.deps, http, agentId);
  const row = sent && (await devices.findDevice(ctx.db, agentId, sent.id));
  return row && row.secret_fingerprint === fingerprintOf(ctx.deps, sent.secret) ? row.id : null;
}
