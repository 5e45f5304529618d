import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { consumeRateLimit, countHit, type RateLimit } from '../rate-limit/rate-limit.ts';
import { type AuditEntry, writeAudit } from './audit.ts';

const HOUR_SECONDS = 3600;
const WRITTEN_PER_HOUR = 10;

/**
 * Records actions that unauthenticated callers can trigger without limit, with their count in the hour. A flood cannot fill the
 * table: of one action on one object the first ten are written, then the 16th, the 32nd and so on. Called outside the failed
 * transaction.
 */
export async function writeBounded(ctx: Context, entry: AuditEntry): Promise<void> {
  const key = `noted:${entry.action}:${entry.field ?? ''}:${entry.entity_id ?? 'nobody'}`;
  const { hits } = await countHit(ctx.db, key, HOUR_SECONDS, ctx.deps.clock.now());
  if (hits > WRITTEN_PER_HOUR && !Number.isInteger(Math.log2(hits))) return;
  await writeAudit(ctx, [
    { ...entry, new_value: { ...asRecord(entry.new_value), attempts_this_hour: hits } },
  ]);
}

/** Consumes a rate limit as `consumeRateLimit` does, and records calls that exceed it. */
export async function consumeRateLimitOrAudit(
  ctx: Context,
  key: string,
  limit: RateLimit,
  rejectedEntry: AuditEntry,
): Promise<void> {
  try {
    await consumeRateLimit(ctx.db, key, limit, ctx.deps.clock.now());
  } catch (error) {
    if (error instanceof AppError) await writeBounded(ctx, rejectedEntry);
    throw error;
  }
}

function asRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
