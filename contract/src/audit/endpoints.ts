import { z } from 'zod';
import { answer, endpoint } from '../endpoint.ts';
import { dateSchema, idSchema, textSchema } from '../schemas.ts';
import { ACTION_GROUP_NAMES, AUDIT_THING_NAMES } from './actions.ts';
import { WATCH_RULE_NAMES, WATCH_RULES } from './alerts.ts';

/** Which rows of the trail are asked for; all of it without any. Days are those of the brokerage, both included. */
const auditFilter = {
  agent: idSchema.optional(),
  client: idSchema.optional(),
  act: z.enum(ACTION_GROUP_NAMES).optional(),
  thing: z.enum(AUDIT_THING_NAMES).optional(),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  address: textSchema(60).trim().optional(),
};
const auditFilterSchema = z.object(auditFilter);
export type AuditFilter = z.output<typeof auditFilterSchema>;

const valueSchema = z.unknown();

/** One row of the trail, as a person reads it. Secrets are masks, as they are kept. */
const auditEventSchema = z.object({
  id: z.number(),
  at: z.string(),
  who: z.string(),
  /** The agent, where it was one. */
  agent_id: z.number().nullable(),
  address: z.string().nullable(),
  action: z.string(),
  /** What was done, without who: 'opened Ana Marin'. */
  sentence: z.string(),
  entity: z.string(),
  entity_id: z.number().nullable(),
  /** What the thing is called now; '' where nobody knows any more. */
  thing: z.string(),
  /** Whose it is now, where his page is still there. */
  client_id: z.number().nullable(),
  client_name: z.string(),
  /** The field by its label. */
  field: z.string().nullable(),
  from: valueSchema,
  to: valueSchema,
  operation: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEvent = z.output<typeof auditEventSchema>;

export const listAuditEvents = endpoint('listAuditEvents', 'GET /audit/events', 'owner', {
  summary: 'The audit trail, newest first, by who, what, whom, when and from where',
  query: auditFilterSchema.extend({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** `next` of the page before. */
    after: textSchema(60).optional(),
  }),
  audit: { action: 'trail_read', of: 'audit' },
  /** `named`: what the agent and the client of the filter are called. */
  reply: answer({
    events: z.array(auditEventSchema),
    next: z.string().nullable(),
    named: z.object({ agent: z.string().nullable(), client: z.string().nullable() }),
  }),
});

export const exportAuditEvents = endpoint('exportAuditEvents', 'POST /audit/export', 'owner', {
  summary: 'The same rows as CSV; the export itself is a row of the trail',
  needsReauthentication: true,
  transport: 'stream',
  body: z.strictObject(auditFilter),
  audit: 'own',
  reply: z.string(),
});

const limitSchemas = Object.fromEntries(
  WATCH_RULE_NAMES.map((rule) => [rule, z.number().int().min(1).max(WATCH_RULES[rule].most).nullable()]),
);
const hourSchema = z.number().int().min(0).max(23);

/** What owners are told of (decision 064), and whether a reveal asks for its reason. */
const watchSettingsSchema = z.strictObject({
  limits: z
    .record(z.enum(WATCH_RULE_NAMES), z.number().int().min(1).nullable())
    .superRefine((limits, context) => {
      for (const rule of WATCH_RULE_NAMES) {
        const checked = limitSchemas[rule]?.safeParse(limits[rule]);
        if (checked?.success === false)
          context.addIssue({
            code: 'custom',
            path: [rule],
            message: `must be from 1 to ${WATCH_RULES[rule].most}`,
          });
      }
    }),
  night_from: hourSchema,
  night_to: hourSchema,
  asks_reveal_reason: z.boolean(),
});
export type WatchSettingsBody = z.output<typeof watchSettingsSchema>;

export const getWatchSettings = endpoint('getWatchSettings', 'GET /audit/watch', 'owner', {
  summary: 'What owners are told of at once, and whether a reveal asks for its reason',
  audit: 'none',
  reply: answer({ data: watchSettingsSchema }),
});

export const updateWatchSettings = endpoint('updateWatchSettings', 'PUT /audit/watch', 'owner', {
  summary: 'Change them; the change is in the trail',
  needsReauthentication: true,
  body: watchSettingsSchema,
  reply: answer({ data: watchSettingsSchema }),
});
