import { setTimeout as pause } from 'node:timers/promises';
import type { AuditFinding } from '@ledgerline/contract/audit-checks/endpoints';
import { afterEach, beforeEach } from 'vitest';
import { countUnsealed, sealRows } from '#platform/audit/seal.ts';
import { type TrailReport, verifyTrail } from '#platform/audit/verify.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const AT_MOST_MS = 20_000;

/**
 * Seals all there is. Transactions are numbered for the whole of PostgreSQL: one of another test's database, such as the
 * making of one, is waited for.
 */
export async function sealAll({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  const until = performance.now() + AT_MOST_MS;
  while ((await countUnsealed(deps.database)) > 0) {
    if (performance.now() > until) throw new Error('rows are left that could not be sealed');
    await sealRows(deps, new Date(8.64e15));
    await pause(20);
  }
}

type Statement = [text: string, ...values: unknown[]];

/** So many rows are in each lot of `sealedRows`. */
export const LOT = 30;
const GUARDS = (way: 'disable' | 'enable') =>
  `alter table audit_events ${way} trigger user; alter table audit_links ${way} trigger user`;

/** A server with a sealed trail for each test, and somebody who owns its database. */
export function useTrail(settings: Parameters<typeof openTestApp>[0] = {}) {
  let opened: (TestApp & { close(): Promise<void> }) | undefined;
  beforeEach(async () => {
    opened = await openTestApp(settings);
  });
  afterEach(() => opened?.close());
  const current = () => {
    if (!opened) throw new Error('the test app is not open yet');
    return opened;
  };
  const verify = (): Promise<TrailReport> => verifyTrail(current().deps);
  return {
    get app() {
      return current();
    },
    verify,
    first: async (): Promise<AuditFinding | undefined> => (await verify()).findings[0],
    seal: () => sealAll(current()),
    links: (): Promise<{ position: number; event_id: number }[]> =>
      current().deps.database.query('select position, event_id from audit_links order by position'),
    /** Rows in transactions of one or two, and one that was rolled back so that a number is free; all sealed. */
    async sealedRows(at = "now() - interval '1 day'"): Promise<void> {
      const { deps } = current();
      const write = (from: number, to: number) =>
        deps.database.query(
          `insert into audit_events (at, actor_kind, actor_id, actor_name, action, entity, entity_id, field, old_value, new_value)
           select ${at}, 'agent', 1, 'Alex Agent', 'updated', 'client', n, 'notes', '"before"', to_jsonb('after ' || n)
             from generate_series($1::int, $2::int) n`,
          [from, to],
        );
      for (let n = 1; n < LOT; n += n % 5 === 0 ? 2 : 1) await write(n, n % 5 === 0 ? n + 1 : n);
      await deps.database.query(`select nextval('audit_events_id_seq')`);
      await write(LOT, LOT);
      await sealAll(current());
    },
    /** As somebody does it who owns the database. */
    tamper: (...statements: Statement[]): Promise<void> =>
      current().deps.database.transaction(async (db) => {
        await db.query(GUARDS('disable'));
        for (const [statement, ...values] of statements) await db.query(statement, values);
        await db.query(GUARDS('enable'));
      }),
  };
}
