import { buildApp } from '#app';
import type { Deps } from '#platform/context.ts';
import type { Database, DatabasePool } from '#platform/database/database.ts';
import { openDatabase } from '#platform/database/database.ts';
import type { Random } from './random.ts';
import type { TestApp } from './test-app.ts';

/** The state that a killed server leaves: nothing after the line where it died. */
class Killed extends Error {}

/** Whether, and how often, servers die; shared by all of them. */
export interface KillRisk {
  random: Random;
  chance: number;
}

/** An operation has many statements but one commit, so each statement gets the smaller risk. */
const STATEMENTS = 2;

function killAtRandom({ random, chance }: KillRisk): void {
  if (random.next() < chance) throw new Killed('the server was killed');
}

/** Dies between one statement and the next. */
function faultyStatements(db: Database, risk: KillRisk): Pick<Database, 'query' | 'arrays'> {
  const killAtStatement = () => killAtRandom({ random: risk.random, chance: risk.chance / STATEMENTS });
  return {
    async query<Row>(text: string, values?: unknown[]) {
      killAtStatement();
      return db.query<Row>(text, values);
    },
    async arrays<Row extends unknown[]>(text: string, values?: unknown[], name?: string) {
      killAtStatement();
      return db.arrays<Row>(text, values, name);
    },
  };
}

/** Dies before a transaction, within it, before its commit, or after it: then the caller does not learn that it succeeded. */
function faultyDatabase(database: DatabasePool, risk: KillRisk): DatabasePool {
  return {
    ...database,
    ...faultyStatements(database, risk),
    async transaction(work) {
      killAtRandom(risk);
      const result = await database.transaction(async (db) => {
        const inside = await work({ ...db, ...faultyStatements(db, risk) });
        killAtRandom(risk);
        return inside;
      });
      killAtRandom(risk);
      return result;
    },
  };
}

/** Dies before a provider call, or after its response; the provider itself continues. */
function faultyProvider(payments: Deps['payments'], risk: KillRisk): Deps['payments'] {
  return new Proxy(payments, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || name === 'verifyWebhook') return value;
      return async (...input: unknown[]) => {
        killAtRandom(risk);
        const answer = await Reflect.apply(value, target, input);
        killAtRandom(risk);
        return answer;
      };
    },
  });
}

/**
 * Another server on the test's database, with connections of its own, which dies whenever `risk` decides. It queues no jobs: the
 * test decides when the work of a queue is done. An adapter whose own steps should be interrupted too is built by `adapterOn`.
 */
export async function openFaultyServer(
  t: TestApp,
  risk: KillRisk,
  adapterOn: (database: DatabasePool) => Deps['payments'] = () => t.deps.payments,
) {
  const { connectionString } = t.deps.database.pool.options;
  const database = openDatabase(String(connectionString), { max: 4, onError: () => undefined });
  const jobs: Deps['jobs'] = { ...t.deps.jobs, send: async () => killAtRandom(risk) };
  const faulty = faultyDatabase(database, risk);
  const deps: Deps = {
    ...t.deps,
    database: faulty,
    payments: faultyProvider(adapterOn(faulty), risk),
    jobs,
  };
  const app = await buildApp(deps);
  return {
    app,
    deps,
    async close() {
      await app.close();
      await database.close();
    },
  };
}

export type FaultyServer = Awaited<ReturnType<typeof openFaultyServer>>;
