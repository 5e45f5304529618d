import { z } from 'zod';
import { answer, endpoint } from '../endpoint.ts';
import { instantSchema } from '../schemas.ts';

/**
 * What a check of the audit trail finds. `changed`: a row is not what was sealed, or rows before it were taken out. `missing`:
 * a row, or its place in the chain, is gone. `moved`: rows stand in another order. `inserted`: a row came in below the sealed
 * end. `link`: a link of the chain itself was changed. `checkpoint`: the chain is not the one whose heads were kept outside.
 * `archive`: a file of older rows is not what was archived.
 */
const AUDIT_FINDING_KINDS = ['changed', 'missing', 'moved', 'inserted', 'link', 'head', 'archive'] as const;

const auditFindingSchema = z.object({
  kind: z.enum(AUDIT_FINDING_KINDS),
  /** Its place in the chain, from 1; null for a row that has none. */
  position: z.number().nullable(),
  /** The row's number in the trail, where it is known. */
  event_id: z.number().nullable(),
  /** A sentence that names the row. */
  message: z.string(),
});
export type AuditFinding = z.output<typeof auditFindingSchema>;

/** A place outside the database where heads of the chain are kept. */
const auditCheckpointSchema = z.object({
  /** The file or bucket. */
  location: z.string(),
  /** How many heads stand there, and the newest that this installation signed. */
  heads: z.number(),
  newest_position: z.number().nullable(),
  newest_at: instantSchema.nullable(),
});
export type AuditCheckpoint = z.output<typeof auditCheckpointSchema>;

const auditCheckSchema = z.object({
  id: z.number(),
  /** `failed`: it could not be carried out, `error` says why; a check that found something is `done`. */
  state: z.enum(['running', 'done', 'failed']),
  agent_name: z.string(),
  started_at: instantSchema,
  finished_at: instantSchema.nullable(),
  /** Rows looked at, and all there are, archived ones included. */
  done: z.number(),
  total: z.number(),
  /** Rows written since the last sealing, which nothing vouches for yet. */
  unsealed: z.number(),
  /** In the order of the chain, the first twenty; empty when the trail is whole. */
  findings: z.array(auditFindingSchema),
  heads: z.array(auditCheckpointSchema),
  /** What else whoever reads the result should know, in sentences: a restore, heads that cannot be read. */
  notes: z.array(z.string()),
  error: z.string().nullable(),
});
export type AuditCheck = z.output<typeof auditCheckSchema>;

/** How far the trail is sealed. */
const auditChainSchema = z.object({
  /** Rows in the chain, archived ones included. */
  position: z.number(),
  /** When the sealing last ran through; null before its first time. */
  sealed_at: instantSchema.nullable(),
  /** Rows that wait to be sealed, and how many seconds the oldest of them has. */
  unsealed: z.number(),
  lag_seconds: z.number(),
  /** When a head of the chain last went outside, and which place it had. */
  head_at: instantSchema.nullable(),
  head_position: z.number(),
  head_places: z.array(z.string()),
});
export type AuditChain = z.output<typeof auditChainSchema>;

export const startAuditCheck = endpoint('startAuditCheck', 'POST /audit/checks', 'owner', {
  summary:
    'Compares every row of the audit trail with its chain, in a job; one that runs already is answered',
  audit: 'own',
  rateLimit: { max: 10, seconds: 60 },
  reply: answer({ data: auditCheckSchema }),
});

export const getAuditChain = endpoint('getAuditChain', 'GET /audit/seal', 'owner', {
  summary: 'How far the audit trail is sealed, and the latest check with its progress or result',
  audit: 'none',
  reply: answer({ seal: auditChainSchema, check: auditCheckSchema.nullable() }),
});
