import { expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import type { DatabasePool } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { createReadLog } from './read-log.ts';

const t = useTestApp();

/** Commits, but loses the response of the first `times` transactions, as when a connection breaks during the commit. */
function losingAnswers(database: DatabasePool, times: number): DatabasePool {
  let left = times;
  return {
    ...database,
    async transaction(work) {
      const result = await database.transaction(work);
      left -= 1;
      if (left >= 0) throw new AppError('unavailable', { cause: new Error('Connection terminated') });
      return result;
    },
  };
}

const FOUND = { found: 1, first: ['client.5'] };
const read = (id: number) => ({ action: 'opened', of: 'client', id }) as const;
const reader = (requestId: string) => ({
  key: '7',
  who: [t.current.deps.clock.now(), 'agent', 7, 'Ana', '127.0.0.1', null, requestId],
});

async function written() {
  const { database } = t.current.deps;
  return database.arrays<[string, string | null, unknown]>(
    `select action, request_id, coalesce(entity_id::text, new_value::text) as what from audit_events
      where actor_id = 7 and entity like '%_read' order by id`,
  );
}

it('writes reads once when the commit succeeded without a response, and those added meanwhile', async () => {
  const { clock, log, database } = t.current.deps;
  const reads = createReadLog({ clock, log, everyMs: null, database: losingAnswers(database, 2) });
  reads.note(reader('a'), read(1));
  reads.search(reader('b'), 'client', 'list', 'nunez', FOUND);
  await reads.flush(true);
  await reads.flush(true);
  reads.note(reader('c'), read(2));
  reads.search(reader('d'), 'client', 'list', 'ortega', { found: 0, first: [] });
  await reads.flush(true);
  await reads.close();
  expect(await written()).toEqual([
    ['opened', 'a', '1'],
    ['searched', 'b', '{"first": ["client.5"], "found": 1, "length": 5}'],
    ['opened', 'c', '2'],
    ['searched', 'd', '{"first": [], "found": 0, "length": 6}'],
  ]);
});
