import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditFinding } from '@ledgerline/contract/audit-checks/endpoints';
import { afterEach, beforeEach } from 'vitest';
import { GENESIS, type LinkContent, linkHash } from '#platform/audit/chain.ts';
import { countUnlinked, linkRows } from '#platform/audit/link-hash.ts';
import { type AuditReport, BEFORE_ALL, readLinks, verifyAuditLog } from '#platform/audit/verify.ts';
import type { Database } from '#platform/database/database.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const MAX_WAIT_MS = 20_000;

/**
 * Adds all rows to the hash chain. PostgreSQL numbers transactions across databases, so this waits for those of another test's database,
 * such as its creation.
 */
export async function linkAll({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS;
  while ((await countUnlinked(deps.database)) > 0) {
    if (performance.now() > until) throw new Error('some rows could not be added to the chain');
    await linkRows(deps, new Date(8.64e15));
    await sleep(20);
  }
}

type Statement = [text: string, ...values: unknown[]];

/** Recomputes all links of the table so that their hashes match: an attacker needs no key for that. */
async function rebuildChain(
  db: Database,
  { version, sealed_at }: Pick<LinkContent, 'version' | 'sealed_at'>,
): Promise<void> {
  let previous: Buffer = GENESIS;
  let position = 0;
  for await (const links of readLinks(db, { after: BEFORE_ALL })) {
    for (const link of links) {
      position += 1;
      previous = linkHash({ version, sealed_at, position, row: link.row ?? [] }, previous);
      await db.query(
        'update audit_links set position = $2, version = $3, sealed_at = $4, hash = $5 where position = $1',
        [link.position, position, version, sealed_at, previous],
      );
    }
  }
  await db.query(
    `update audit_chain set position = $1, hash = $2,
            last_xid = (select e.written_in from audit_links l join audit_events e on e.id = l.event_id where position = $1),
            last_id = (select event_id from audit_links where position = $1)`,
    [position, previous],
  );
}

/** The number of rows in each batch of `chainRows`. */
export const BATCH_ROWS = 30;
const GUARDS = (way: 'disable' | 'enable') =>
  `alter table audit_events ${way} trigger user; alter table audit_links ${way} trigger user`;

/** A server with an up-to-date hash chain for each test, and the owner of its database. */
export function useAuditLog(settings: Parameters<typeof openTestApp>[0] = {}) {
  let opened: (TestApp & { close(): Promise<void> }) | undefined;
  beforeEach(async () => {
    opened = await openTestApp(settings);
  });
  afterEach(() => opened?.close());
  const current = () => {
    if (!opened) throw new Error('the test app is not open yet');
    return opened;
  };
  const verify = (): Promise<AuditReport> => verifyAuditLog(current().deps);
  return {
    get app() {
      return current();
    },
    verify,
    first: async (): Promise<AuditFinding | undefined> => (await verify()).findings[0],
    linkAll: () => linkAll(current()),
    /** Rows that were added to the chain at a moment; the clock stays there afterwards. */
    async chainRowsAt(moment: string): Promise<void> {
      current().clock.set(new Date(moment));
      await this.chainRows(`'${moment}'`);
    },
    links: (): Promise<{ position: number; event_id: number }[]> =>
      current().deps.database.query('select position, event_id from audit_links order by position'),
    /** Rows in transactions of one or two, and one that was rolled back so that an id is skipped; all in the chain. */
    async chainRows(at = "now() - interval '1 day'"): Promise<void> {
      const { deps } = current();
      const write = (from: number, to: number) =>
        deps.database.query(
          `insert into audit_events (at, actor_kind, actor_id, actor_name, action, entity, entity_id, field, old_value, new_value)
           select ${at}, 'agent', 1, 'Alex Agent', 'updated', 'client', n, 'notes', '"before"', to_jsonb('after ' || n)
             from generate_series($1::int, $2::int) n`,
          [from, to],
        );
      for (let n = 1; n < BATCH_ROWS; n += n % 5 === 0 ? 2 : 1) await write(n, n % 5 === 0 ? n + 1 : n);
      await deps.database.query(`select nextval('audit_events_id_seq')`);
      await write(BATCH_ROWS, BATCH_ROWS);
      await linkAll(current());
    },
    /** Rebuilds every link of the table without gaps, as an attacker with database access does. */
    rebuildChain: (as: Pick<LinkContent, 'version' | 'sealed_at'>): Promise<void> =>
      current().deps.database.transaction(async (db) => {
        await db.query(GUARDS('disable'));
        await rebuildChain(db, as);
        await db.query(GUARDS('enable'));
      }),
    /** As the owner of the database would do it. */
    tamper: (...statements: Statement[]): Promise<void> =>
      current().deps.database.transaction(async (db) => {
        await db.query(GUARDS('disable'));
        for (const [statement, ...values] of statements) await db.query(statement, values);
        await db.query(GUARDS('enable'));
      }),
  };
}
