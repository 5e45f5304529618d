import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * What open screens hear after a commit. `ids` is left out when too many rows changed to name them; of notices they are the
 * agents whose notices these are, of sign-ins the agents whose they are, of reminders the clients who are reminded.
 */
export const liveEventSchema = z.object({
  kind: z.enum([
    'clients',
    'submissions',
    'sessions',
    'documents',
    'tasks',
    'calls',
    'today',
    'templates',
    'template_syncs',
    'mail',
    'invoices',
    'recurring_payments',
    'imports',
    'agents',
    'providers',
    'notices',
    'reminders',
    'sign_ins',
    'access_scope',
  ]),
  action: z.enum(['created', 'updated', 'deleted']),
  ids: z.array(z.number()).optional(),
  /** Fields that changed, for clients. */
  fields: z.array(z.string()).optional(),
  /** The agent whose act it was. */
  agent_id: z.number().nullable(),
  /** The browser tab whose act it was (header `x-tab-id`), so that it can skip its own echo. */
  tab: z.string().optional(),
});
export type LiveEvent = z.output<typeof liveEventSchema>;

export const openLive = endpoint('openLive', 'GET /live', 'agent', {
  needsReauthentication: { never: 'events that something changed, without what' },
  summary: 'Server-sent events of type LiveEvent',
  transport: 'stream',
  audit: 'none',
  reply: z.string(),
});
