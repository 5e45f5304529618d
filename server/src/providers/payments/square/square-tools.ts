import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { DatabasePool } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import type { Account } from '#platform/ports/payments.ts';
import type { SquareClient } from './square-client.ts';

/** What the adapter is made from. */
export interface SquareOptions {
  config: Config;
  database: DatabasePool;
  clock: Clock;
  log: Log;
  /** Tests wait without waiting. */
  wait?: (ms: number) => Promise<unknown>;
  fetch?: typeof fetch;
}

/** What its parts work with. */
export interface SquareTools {
  database: DatabasePool;
  clock: Clock;
  timeZone: string;
  clients: Readonly<Record<Account, SquareClient>>;
  wait: (ms: number) => Promise<unknown>;
  /** Says in the log, once, that Square uses a word we do not know. */
  noteUnknown: (what: string, word: string) => void;
}
