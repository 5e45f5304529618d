import { z } from 'zod';
import { doneReply, endpoint, success } from '../../endpoint.ts';
import { idParams, idSchema } from '../../schemas.ts';

/** How long a device stays remembered, counted from the code or passkey that was used there (decision 114). */
export const REMEMBERED_DAYS = 30;
/** The most devices that an agent can have remembered; one more replaces the least recently used. */
export const MAX_REMEMBERED_DEVICES = 20;

const rememberedDeviceSchema = z.object({
  id: z.number(),
  /** Browser and operating system as text: 'Firefox on Windows'. */
  device: z.string(),
  remembered_at: z.iso.datetime(),
  /** The last sign-in without two-factor authentication; null if there was none. */
  last_used_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime(),
  /** The browser of this request. */
  is_current: z.boolean(),
});
export type RememberedDevice = z.output<typeof rememberedDeviceSchema>;

export const listRememberedDevices = endpoint('GET /agents/:id/remembered-devices', 'agent', {
  summary:
    'List the devices that skip two-factor authentication: the caller’s own and, for owners, those of agents they may change',
  audit: 'none',
  reply: success({
    data: z.array(rememberedDeviceSchema),
    /** Whether the sign-in policy allows it. */
    can_remember_devices: z.boolean(),
  }),
});

const SAFE = 'only makes the next sign-in on the device stricter' as const;

export const removeRememberedDevice = endpoint('DELETE /agents/:id/remembered-devices/:deviceId', 'agent', {
  needsReauthentication: { never: SAFE },
  summary: 'Forget one device: the next sign-in on it requires two-factor authentication',
  params: idParams.extend({ deviceId: idSchema }),
  reply: doneReply,
});

export const removeRememberedDevices = endpoint('DELETE /agents/:id/remembered-devices', 'agent', {
  needsReauthentication: { never: SAFE },
  summary: 'Forget every device of an agent',
  reply: success({ removed: z.number() }),
});
