import { newDeviceEmail } from '#features/email-templates/new-device-email.ts';
import { addressProblem } from '#features/email-templates/urls.ts';
import type { Context } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import { countHit, networkOf } from '#platform/rate-limit/rate-limit.ts';
import { devicesOf } from '../repository.ts';
import { deviceLabel, isNewDevice } from './rules.ts';

const DAY_SECONDS = 86_400;
/** An agent who signs in from many new devices has been warned by then. */
const EMAILS_PER_DAY = 10;

/**
 * Emails an agent about a sign-in with a device they had not used before, once per device, in the transaction
 * that opens the sign-in and before its row exists. A browser with a valid device cookie is known, and the
 * first sign-in ever sends nothing.
 */
export async function notifyNewDevice(
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
