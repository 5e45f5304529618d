import type { ProviderPart } from '@ledgerline/contract/providers/endpoints';
import { accountNamed } from '@ledgerline/contract/rules';
import type { Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import { briefReason, outcomeOf } from './outcomes.ts';
import type { providerHealth } from './schema.ts';

interface Watch {
  health: ProviderHealth;
  /** The part a call belongs to; null for calls without one. */
  partOf: (input: readonly unknown[]) => ProviderPart | null;
}

type Method = (...input: unknown[]) => unknown;

function isMethod(member: unknown): member is Method {
  return typeof member === 'function';
}

/** Wraps a port so that completed calls are recorded. Only asynchronous calls count: the others contact no external service. */
export function watchProvider<Port extends { readonly name: string }>(port: Port, watch: Watch): Port {
  const watched = {};
  for (const key of memberNames(port)) {
    const member: unknown = Reflect.get(port, key);
    Object.defineProperty(
      watched,
      key,
      isMethod(member)
        ? { value: watchedCall(port, member, watch), enumerable: true, configurable: true, writable: true }
        : { get: () => Reflect.get(port, key), enumerable: true, configurable: true },
    );
  }
  return watched as Port;
}

/** The account in a call of the payment port: its first argument, or a field of it. */
export function paymentPart([first]: readonly unknown[]): ProviderPart | null {
  const isObject = typeof first === 'object' && first !== null;
  const account = isObject && 'account' in first ? first.account : first;
  return accountNamed(account)?.part ?? null;
}

/** Own and inherited members: an adapter may be a class. */
function memberNames(port: object): Set<string> {
  const names = new Set<string>();
  for (let at: object = port; at !== Object.prototype && at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  names.delete('constructor');
  return names;
}

function watchedCall<Port extends { readonly name: string }>(
  port: Port,
  call: Method,
  { health, partOf }: Watch,
): Method {
  return (...input) => {
    const answer: unknown = Reflect.apply(call, port, input);
    const part = partOf(input);
    if (!(answer instanceof Promise) || part === null) return answer;
    answer.then(
      (value) => {
        // No result: the provider may not have been contacted, as for an event of another installation.
        if (value !== null) health.succeeded(part, port.name);
      },
      (error: unknown) => {
        const outcome = outcomeOf(error);
        if (outcome === 'answer') health.succeeded(part, port.name);
        else if (outcome === 'refusal') health.rejected(part, port.name, error);
        else health.failed(part, port.name, error);
      },
    );
    return answer;
  };
}

/** An unchanged state is written at most this often, by each server. */
const WRITE_EVERY_MS = 10_000;

/** This many rejections in a row are not about the request. Those of one click and its repeats (0§7) count as one. */
const FAILURES_BEFORE_ALERT = 3;
const ONE_CLICK_MS = 30_000;

/** Records the outcomes of calls; returns at once, and never throws. */
interface ProviderHealth {
  succeeded(part: ProviderPart, name: string): void;
  /** Rejected the call as invalid: once is about that call, repeatedly is a provider problem. */
  rejected(part: ProviderPart, name: string, error: unknown): void;
  failed(part: ProviderPart, name: string, error: unknown): void;
}

export function readProviderHealth(db: Database): Promise<(typeof providerHealth.$inferSelect)[]> {
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
