import type { AuditedEntity } from '@ledgerline/contract/audit-policy';
import type { Actor, Context } from '../context.ts';
import { encryptPersonal } from './personal-values.ts';
import type { Reader } from './read-log.ts';

/** One audit row before it is written. */
export interface AuditEntry {
  action: string;
  entity: string;
  entity_id?: number | null;
  field?: string | null;
  old_value?: unknown;
  new_value?: unknown;
  old_cipher?: string | null;
  /**
   * The client whom the values are about: they are stored encrypted under that client's key (decision 096). `unknown` for a form
   * or file that belongs to no client yet: no key could be destroyed for its texts, so they are not stored.
   */
  of_client?: number | 'unknown' | null;
}

function actorName(actor: Actor): string {
  if (actor.kind === 'agent') return actor.name;
  if (actor.kind === 'client') return 'Client by secure link';
  return actor.kind === 'system' ? 'Ledgerline' : 'Visitor';
}

const toJson = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));

/** The statement that writes audit rows from `source`; its parameters are those of `auditedAs`, starting at number `first`. */
export function auditInsert(source: string, first = 1): string {
  const who = Array.from({ length: 7 }, (_, n) => `$${first + n}`);
  return `insert into audit_events
       (at, actor_kind, actor_id, actor_name, address, operation, request_id,
        action, entity, entity_id, field, old_value, new_value, old_cipher)
     select ${who.join(', ')}, e.action, e.entity, e.entity_id, e.field, e.old_value::jsonb, e.new_value::jsonb,
            e.old_cipher
       from ${source} as e (action, entity, entity_id, field, old_value, new_value, old_cipher)`;
}

/** The actor of an audit row, the time and the source. */
export function auditedAs(ctx: Context, operation: string | null = null): unknown[] {
  return [
    ctx.deps.clock.now(),
    ctx.actor.kind,
    ctx.actor.kind === 'agent' ? ctx.actor.id : ctx.actor.kind === 'client' ? ctx.actor.tokenId : null,
    actorName(ctx.actor),
    ctx.address,
    operation,
    ctx.requestId,
  ];
}

/** The reader, for the log of reads. */
export function readerOf(ctx: Context): Reader {
  const { actor } = ctx;
  return { key: actor.kind === 'agent' ? String(actor.id) : actor.kind, who: auditedAs(ctx) };
}

/** Records that a write returned stored values that its caller did not send. */
export function noteOpened(ctx: Context, of: AuditedEntity, id: number): void {
  if (ctx.actor.kind === 'agent') ctx.deps.reads.note(readerOf(ctx), { action: 'opened', of, id });
}

const WRITE_AUDIT = auditInsert(
  'unnest($8::text[], $9::text[], $10::bigint[], $11::text[], $12::text[], $13::text[], $14::text[])',
);

/**
 * Writes audit rows in the transaction of the action itself, so that a rollback leaves none. One statement for any number of
 * rows.
 */
export async function writeAudit(
  ctx: Context,
  entries: AuditEntry[],
  operation: string | null = null,
): Promise<void> {
  if (entries.length === 0) return;
  const stored = await encryptPersonal({ db: ctx.db, cipher: ctx.deps.cipher }, entries);
  await ctx.db.send(
    WRITE_AUDIT,
    [
      ...auditedAs(ctx, operation),
      stored.map((entry) => entry.action),
      stored.map((entry) => entry.entity),
      stored.map((entry) => entry.entity_id ?? null),
      stored.map((entry) => entry.field ?? null),
      stored.map((entry) => toJson(entry.old_value)),
      stored.map((entry) => toJson(entry.new_value)),
      stored.map((entry) => entry.old_cipher ?? null),
    ],
    'write_audit',
  );
}

/** The audit row of one action on one object. */
export function auditAction(
  ctx: Context,
  action: string,
  entity: string,
  entity_id: number | null,
  change: Pick<AuditEntry, 'field' | 'old_value' | 'new_value' | 'of_client'> = {},
): Promise<void> {
  return writeAudit(ctx, [{ ...change, action, entity, entity_id }]);
}
