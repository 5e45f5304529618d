import { z } from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { instantSchema } from '../schemas.ts';

/**
 * What an audit log check can find. `changed`: a row differs from its link hash, or earlier rows were removed.
 * `missing`: a row, or its position in the chain, is gone. `moved`: rows are in another order. `inserted`: a row was
 * added below the end of the chain. `link`: a link of the chain itself was changed. `head`: the chain does not
 * match the external checkpoints. `archive`: a file of older rows differs from what was archived.
 */
const AUDIT_FINDING_KINDS = ['changed', 'missing', 'moved', 'inserted', 'link', 'head', 'archive'] as const;

const auditFindingSchema = z.object({
  kind: z.enum(AUDIT_FINDING_KINDS),
  /** Its position in the chain, from 1; null for a row without one. */
  position: z.number().nullable(),
  /** The id of the audit log row, where known. */
  event_id: z.number().nullable(),
  /** A sentence that identifies the row. */
  message: z.string(),
});
export type AuditFinding = z.output<typeof auditFindingSchema>;

/** An external location where checkpoints of the chain are stored. */
const auditCheckpointSchema = z.object({
  /** The file or bucket. */
  place: z.string(),
  /** How many checkpoints are stored there, and the newest one that this installation signed. */
  heads: z.number(),
  newest_position: z.number().nullable(),
  newest_at: instantSchema.nullable(),
});
export type AuditCheckpoint = z.output<typeof auditCheckpointSchema>;

const auditCheckSchema = z.object({
  id: z.number(),
  /** `failed`: the check could not run, `error` says why. A check that found problems is `done`. */
  state: z.enum(['running', 'done', 'failed']),
  agent_name: z.string(),
  started_at: instantSchema,
  finished_at: instantSchema.nullable(),
  /** Rows checked and rows in total, including archived ones. */
  done: z.number(),
  total: z.number(),
  /** Rows written since the chain was last extended; nothing covers them yet. */
  unsealed: z.number(),
  /** In chain order, the first twenty; empty when the audit log is intact. */
  findings: z.array(auditFindingSchema),
  heads: z.array(auditCheckpointSchema),
  /** Additional notes on the result, as sentences: a restore, or checkpoints that cannot be read. */
  notes: z.array(z.string()),
  error: z.string().nullable(),
});
export type AuditCheck = z.output<typeof auditCheckSchema>;

/** How far the hash chain covers the audit log. */
const auditChainSchema = z.object({
  /** Rows in the chain, including archived ones. */
  position: z.number(),
  /** When the chain was last extended successfully; null before the first run. */
  sealed_at: instantSchema.nullable(),
  /** Rows not yet in the chain, and the age of the oldest in seconds. */
  unsealed: z.number(),
  lag_seconds: z.number(),
  /** When the last checkpoint was stored externally, and its position. */
  head_at: instantSchema.nullable(),
  head_position: z.number(),
  head_places: z.array(z.string()),
});
export type AuditChain = z.output<typeof auditChainSchema>;

export const startAuditCheck = endpoint('POST /audit/checks', 'owner', {
  summary:
    'Start a job that verifies every audit log row against the hash chain; returns the running check if there is one',
  audit: 'own',
  rateLimit: { max: 10, seconds: 60 },
  reply: success({ data: auditCheckSchema }),
});

export const getAuditChain = endpoint('GET /audit/seal', 'owner', {
  summary:
    'Get how far the hash chain covers the audit log, and the latest check with its progress or result',
  audit: 'none',
  reply: success({ seal: auditChainSchema, check: auditCheckSchema.nullable() }),
});
