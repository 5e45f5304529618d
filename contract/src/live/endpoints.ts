import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/**
 * Events that open screens receive after a commit. `ids` is left out when too many rows changed to list them; for notifications it lists
 * the agents who receive them, for sign-ins the agents they belong to, for reminders the clients who are reminded.
 */
export const liveEventSchema = z.object({
  kind: z.enum([
    'clients',
    'submissions',
    'sessions',
    'documents',
    'tasks',
    'calls',
    'policies',
    'commissions',
    'today',
    'templates',
    'template_syncs',
    'mail',
    'invoices',
    'recurring_payments',
    'imports',
    'operations',
    'agents',
    'providers',
    'notices',
    'reminders',
    'sign_ins',
    'access_scope',
    'saved_views',
  ]),
  action: z.enum(['created', 'updated', 'deleted']),
  ids: z.array(z.number()).optional(),
  /** Fields that changed, for clients. */
  fields: z.array(z.string()).optional(),
  /** The agent who made the change. */
  agent_id: z.number().nullable(),
  /** The browser tab that made the change (header `x-tab-id`), so that it can skip its own event. */
  tab: z.string().optional(),
});
export type LiveEvent = z.output<typeof liveEventSchema>;

export const openLive = endpoint('GET /live', 'agent', {
  needsReauthentication: { never: 'names the rows and fields that changed, without their content' },
  summary: 'Stream server-sent events of type LiveEvent',
  transport: 'stream',
  audit: 'none',
  reply: z.string(),
});
