import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { DatabasePool } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import type { Account } from '#platform/ports/payments.ts';
import type { SquareClient } from './square-client.ts';

/** What the adapter is created from. */
export interface SquareOptions {
  config: Config;
  database: DatabasePool;
  clock: Clock;
  log: Log;
  /** Replaced in tests, which do not really wait. */
  wait?: (ms: number) => Promise<unknown>;
  fetch?: typeof fetch;
}

/** Dependencies of its modules. */
export interface SquareTools {
  database: DatabasePool;
  clock: Clock;
  timeZone: string;
  clients: Readonly<Record<Account, SquareClient>>;
  wait: (ms: number) => Promise<unknown>;
  /** Logs once that Square uses an unknown value. */
  reportUnknown: (what: string, word: string) => void;
}
