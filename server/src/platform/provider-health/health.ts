import type { ProviderPart } from '@ledgerline/contract/providers/endpoints';
import type { Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import { briefReason } from './outcomes.ts';

/** An unchanged state is written at most this often, by each server. */
const WRITE_EVERY_MS = 10_000;

/** This many rejections in a row are not about the request. Those of one click and its repeats (0§7) count as one. */
const FAILURES_BEFORE_ALERT = 3;
const ONE_CLICK_MS = 30_000;

/** Records the outcomes of calls; returns at once, and never throws. */
export interface ProviderHealth {
  succeeded(part: ProviderPart, name: string): void;
  /** Rejected the call as invalid: once is about that call, repeatedly is a provider problem. */
  rejected(part: ProviderPart, name: string, error: unknown): void;
  failed(part: ProviderPart, name: string, error: unknown): void;
}

export interface HealthRow {
  part: string;
  name: string;
  last_success_at: Date | null;
  last_error_at: Date | null;
  last_error: string | null;
}

export function readProviderHealth(db: Database): Promise<HealthRow[]> {
  return db.query('select part, name, last_success_at, last_error_at, last_error from provider_health');
}

/** Stores the last outcomes of every part in the database, for the status page. */
export function createProviderHealth({
  database,
  clock,
  log,
}: Pick<Deps, 'database' | 'clock' | 'log'>): ProviderHealth {
  const written = new Map<ProviderPart, { at: number; isWell: boolean }>();
  const rejections = new Map<ProviderPart, { count: number; since: number }>();
  const note = (part: ProviderPart, name: string, error: string | null) => {
    const now = clock.now();
    const last = written.get(part);
    const isWell = error === null;
    if (last?.isWell === isWell && now.getTime() - last.at < WRITE_EVERY_MS) return;
    written.set(part, { at: now.getTime(), isWell });
    store(database, { part, name, at: now, error }).catch((cause) => {
      written.delete(part);
      log.warn({ err: cause, part }, 'the health of a provider was not recorded');
    });
  };
  return {
    succeeded(part, name) {
      rejections.delete(part);
      note(part, name, null);
    },
    rejected(part, name, error) {
      const now = clock.now().getTime();
      const { count, since } = rejections.get(part) ?? { count: 0, since: Number.NEGATIVE_INFINITY };
      const isRepeat = now - since < ONE_CLICK_MS;
      if (!isRepeat) rejections.set(part, { count: count + 1, since: now });
      if (!isRepeat && count + 1 >= FAILURES_BEFORE_ALERT) note(part, name, briefReason(error));
    },
    failed: (part, name, error) => note(part, name, briefReason(error)),
  };
}

/** A different adapter than before starts without a record. Writes may reach the database out of order. */
async function store(
  db: Database,
  { part, name, at, error }: { part: ProviderPart; name: string; at: Date; error: string | null },
): Promise<void> {
  await db.query(
    `insert into provider_health as h (part, name, last_success_at, last_error_at, last_error)
     values ($1, $2, case when $4::text is null then $3::timestamptz end, case when $4 is not null then $3 end, $4)
     on conflict (part) do update set
       name = excluded.name,
       last_success_at = greatest(excluded.last_success_at, case when h.name = excluded.name then h.last_success_at end),
       last_error_at = greatest(excluded.last_error_at, case when h.name = excluded.name then h.last_error_at end),
       last_error = case when h.name = excluded.name and h.last_error_at > coalesce(excluded.last_error_at, '-infinity')
                         then h.last_error else excluded.last_error end`,
    [part, name, at, error],
  );
}
