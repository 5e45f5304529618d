import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ACCOUNTS } from '../rules.ts';

/** The services that providers supply to the portal; each merchant account is a separate one. */
export const PROVIDER_PARTS = [
  'esign',
  ...ACCOUNTS.map(({ part }) => part),
  'storage',
  'mail',
  'sso',
] as const;
export type ProviderPart = (typeof PROVIDER_PARTS)[number];

const instant = z.iso.datetime();

const providerStateSchema = z.object({
  part: z.enum(PROVIDER_PARTS),
  /** The provider: `builtin`, `docusign`, `square`, `disk`, `s3`, `outbox`, `smtp`, `oidc`. */
  name: z.string(),
  last_success_at: instant.nullable(),
  last_error_at: instant.nullable(),
  /** The provider's own message, shortened, without secrets. */
  last_error: z.string().nullable(),
  /** Events that wait for their job, and parked ones; null for services that send none. */
  events_waiting: z.number().int().nullable(),
  events_parked: z.number().int().nullable(),
});
export type ProviderState = z.output<typeof providerStateSchema>;

/** An event that could not be processed. Its body stays encrypted on the server. */
const parkedEventSchema = z.object({
  id: z.number(),
  part: z.enum(PROVIDER_PARTS),
  event_id: z.string(),
  type: z.string(),
  attempts: z.number().int(),
  error: z.string().nullable(),
  received_at: instant,
});
export type ParkedEvent = z.output<typeof parkedEventSchema>;

export const listProviders = endpoint('GET /providers', 'owner_or_developer', {
  summary: 'Get the providers of e-signature, payments, storage and email, and their status',
  audit: 'none',
  reply: z.object({ success: z.literal(true), data: z.array(providerStateSchema) }),
});

export const listParkedEvents = endpoint('GET /provider-events/parked', 'owner_or_developer', {
  summary: 'List parked events, newest first, at most 100',
  audit: 'none',
  reply: z.object({ success: z.literal(true), total: z.number().int(), data: z.array(parkedEventSchema) }),
});

export const replayEvent = endpoint('POST /provider-events/:id/replay', 'developer', {
  summary: 'Replay a parked event with a new series of attempts',
  needsReauthentication: true,
  reply: z.object({ success: z.literal(true), message: z.string() }),
});

export const replayAllEvents = endpoint('POST /provider-events/replay', 'developer', {
  summary: 'Replay all parked events with a new series of attempts',
  needsReauthentication: true,
  reply: z.object({ success: z.literal(true), message: z.string(), count: z.number().int() }),
});
