import { z } from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { dateSchema, idSchema, textSchema } from '../schemas.ts';
import { ACTION_GROUP_NAMES, AUDIT_RECORD_TYPE_NAMES } from './actions.ts';
import { ALERT_RULE_NAMES, ALERT_RULES } from './alerts.ts';

/** Filters for audit log rows; all rows without a filter. Days are days of the brokerage, both included. */
const auditFilter = {
  agent: idSchema.optional(),
  client: idSchema.optional(),
  act: z.enum(ACTION_GROUP_NAMES).optional(),
  thing: z.enum(AUDIT_RECORD_TYPE_NAMES).optional(),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
  address: textSchema(60).trim().optional(),
};
const auditFilterSchema = z.object(auditFilter);
export type AuditFilter = z.output<typeof auditFilterSchema>;

const valueSchema = z.unknown();

/** One audit log row in readable form. Secrets are stored and shown as masks. */
const auditEventSchema = z.object({
  id: z.number(),
  at: z.string(),
  who: z.string(),
  /** The agent, if an agent did it. */
  agent_id: z.number().nullable(),
  address: z.string().nullable(),
  action: z.string(),
  /** What was done, without the actor: 'opened Ana Marin'. */
  sentence: z.string(),
  entity: z.string(),
  entity_id: z.number().nullable(),
  /** The current name of the record; '' when it is no longer known. */
  thing: z.string(),
  /** The client it belongs to now, if their page still exists. */
  client_id: z.number().nullable(),
  client_name: z.string(),
  /** The label of the field. */
  field: z.string().nullable(),
  from: valueSchema,
  to: valueSchema,
  operation: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEvent = z.output<typeof auditEventSchema>;

export const listAuditEvents = endpoint('GET /audit/events', 'owner', {
  summary: 'List audit log rows, newest first, filtered by actor, action, record, time and address',
  query: auditFilterSchema.extend({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** `next` of the previous page. */
    after: textSchema(60).optional(),
  }),
  audit: { action: 'trail_read', of: 'audit' },
  /** `named`: the names of the agent and the client of the filter. */
  reply: success({
    events: z.array(auditEventSchema),
    next: z.string().nullable(),
    named: z.object({ agent: z.string().nullable(), client: z.string().nullable() }),
  }),
});

export const exportAuditEvents = endpoint('POST /audit/export', 'owner', {
  summary: 'Export the same rows as CSV; the export is itself logged',
  needsReauthentication: true,
  transport: 'stream',
  body: z.strictObject(auditFilter),
  audit: 'own',
  reply: z.string(),
});

const limitSchemas = Object.fromEntries(
  ALERT_RULE_NAMES.map((rule) => [rule, z.number().int().min(1).max(ALERT_RULES[rule].most).nullable()]),
);
const hourSchema = z.number().int().min(0).max(23);

/** The alert settings (decision 064), and whether a reveal requires a reason. */
const alertSettingsSchema = z.strictObject({
  limits: z
    .record(z.enum(ALERT_RULE_NAMES), z.number().int().min(1).nullable())
    .superRefine((limits, context) => {
      for (const rule of ALERT_RULE_NAMES) {
        const checked = limitSchemas[rule]?.safeParse(limits[rule]);
        if (checked?.success === false)
          context.addIssue({
            code: 'custom',
            path: [rule],
            message: `must be from 1 to ${ALERT_RULES[rule].most}`,
          });
      }
    }),
  night_from: hourSchema,
  night_to: hourSchema,
  asks_reveal_reason: z.boolean(),
});
export type AlertSettingsBody = z.output<typeof alertSettingsSchema>;

export const getAlertSettings = endpoint('GET /audit/watch', 'owner', {
  summary: 'Get the security alert settings, and whether a reveal requires a reason',
  audit: 'none',
  reply: success({ data: alertSettingsSchema }),
});

export const updateAlertSettings = endpoint('PUT /audit/watch', 'owner', {
  summary: 'Change the security alert settings; the change is logged',
  needsReauthentication: true,
  body: alertSettingsSchema,
  reply: success({ data: alertSettingsSchema }),
});
