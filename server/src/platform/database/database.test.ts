import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { openFrozenWire } from '#testing/frozen-wire.ts';
import { toAppError } from '../errors.ts';
import { type Database, type DatabasePool, openDatabase } from './database.ts';
import { asWork, LIMITS, type WorkKind, withQueryTimeout } from './work.ts';

it('reports a connection that is not available as unavailable, and an error of PostgreSQL unchanged', async () => {
  const nowhere = openDatabase('postgres://x:y@127.0.0.1:1/z', { max: 1, onError: () => undefined });
  await expect(nowhere.query('select 1')).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  await expect(nowhere.transaction(async () => null)).rejects.toMatchObject({ code: 'unavailable' });
  await nowhere.close();

  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  const failure = await database.query('select nonsense').catch((error: unknown) => error);
  expect(toAppError(failure)).toMatchObject({ code: 'internal', status: 500 });
  const gone = database.transaction(async (db) => {
    await db.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await db.query('select 1');
  });
  await expect(gone).rejects.toMatchObject({ code: 'unavailable' });
  const typed = database.transaction(async (db) => {
    await db.orm.execute('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await db.orm.execute('select 1');
  });
  expect(toAppError(await typed.catch((error: unknown) => error)).code).toBe('unavailable');
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  await database.close();
  await drop();
});

it('reports the outcome of a transaction after its end, and outside of a transaction at once', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  const outcomes: string[] = [];
  const recordOutcome = async (outcome: string) => {
    outcomes.push(outcome);
  };
  await database.afterTransaction(recordOutcome);
  await database.transaction(async (db) => {
    await db.afterTransaction(recordOutcome);
    expect(outcomes).toEqual(['committed']);
  });
  const failing = database.transaction(async (db) => {
    await db.afterTransaction(recordOutcome);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(outcomes).toEqual(['committed', 'committed', 'rolled_back']);
  await database.close();
  await drop();
});

it('discards the results of a transaction whose condition does not hold, whatever its statements return', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  await database.query('create table notes (text text)');
  const outcomes: string[] = [];
  const results: unknown[] = [];
  const write = (text: string) => async (db: Database) => {
    await db.afterTransaction(async (outcome) => void outcomes.push(outcome));
    results.push(await db.query(text));
  };
  const condition = (isMet: boolean) => async (db: Database) => {
    const [row] = await db.query<{ met: boolean }>('select $1::boolean as met', [isMet]);
    if (!row?.met) throw new Error('the condition does not hold');
  };
  const insert = write(`insert into notes values ('a') returning text`);
  for (const work of [
    insert,
    write('select nonsense'),
    async () => 'nothing',
    () => Promise.reject(new Error('own')),
  ])
    await expect(database.transaction<unknown>(work, condition(false))).rejects.toThrow(
      'the condition does not hold',
    );
  expect(results).toEqual([]);
  await expect(database.transaction(write('select nonsense'), condition(true))).rejects.toThrow('nonsense');
  await database.transaction(insert, condition(true));
  expect(outcomes).toEqual(['rolled_back', 'rolled_back', 'rolled_back', 'committed']);
  expect(await database.query('select text from notes')).toEqual([{ text: 'a' }]);
  await database.close();
  await drop();
});

it('accepts a condition whose statements wait for each other', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  const condition = (isMet: boolean) => async (db: Database) => {
    await db.query('select 1');
    const [row] = await db.query<{ met: boolean }>('select $1::boolean as met', [isMet]);
    if (!row?.met) throw new Error('the condition does not hold');
  };
  const work = (text: string) => (db: Database) => db.query(text);
  const one = work('select 1 as one');
  expect(await database.transaction(one, condition(true))).toEqual([{ one: 1 }]);
  await expect(database.transaction(one, condition(false))).rejects.toThrow('the condition does not hold');
  // It fails before the second statement of the condition is sent.
  await expect(database.transaction(work('select nonsense'), condition(true))).rejects.toThrow('nonsense');
  await database.close();
  await drop();
});

it('fails the commit with the cause when an unawaited statement failed, unless a savepoint rolled it back', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  await database.query('create table noted (id int primary key)');
  const outcomes: string[] = [];
  const noting = (work: (db: Database) => Promise<unknown>) =>
    database.transaction(async (db) => {
      await db.afterTransaction(async (outcome) => void outcomes.push(outcome));
      await db.send('insert into noted values (1)');
      await work(db);
    });
  const twice = (db: Database) => db.send('insert into noted values (1)');
  await expect(noting(twice)).rejects.toMatchObject({ code: '23505' });
  const twiceAndOn = (db: Database) => twice(db).then(() => db.query('select 1'));
  await expect(noting(twiceAndOn)).rejects.toMatchObject({ code: '23505' });
  const twiceAndTyped = (db: Database) => twice(db).then(() => db.orm.execute('select 1'));
  await expect(noting(twiceAndTyped)).rejects.toMatchObject({ code: '23505' });
  await noting((db) => db.savepoint(() => twice(db)));
  expect(outcomes).toEqual(['rolled_back', 'rolled_back', 'rolled_back', 'committed']);
  expect(await database.query('select id from noted')).toEqual([{ id: 1 }]);
  await database.close();
  await drop();
});

it('reports the cause of a failure in a savepoint, however many statements followed it, and continues', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  await database.query('create table noted (id int primary key)');
  const note = (db: Database, id: number) => db.send('insert into noted values ($1)', [id]);
  const ways: ((db: Database) => Promise<unknown>)[] = [
    (db) => note(db, 1),
    (db) => Promise.all([note(db, 1), note(db, 1), note(db, 2)]),
    (db) => Promise.all([note(db, 1), db.query('select 1'), db.query('select 2')]),
    (db) => note(db, 1).then(() => db.orm.execute('select 1')),
    (db) => Promise.all([db.orm.execute('insert into noted values (1)'), db.query('select 1')]),
    async (db) => {
      expect(await db.savepoint(() => note(db, 1))).toMatchObject({ code: '23505' });
      await note(db, 1);
    },
  ];
  await database.transaction(async (db) => {
    await note(db, 1);
    for (const way of ways) {
      const cause = await db.savepoint(async () => void (await way(db)));
      expect([way.toString(), toAppError(cause).code]).toEqual([way.toString(), 'duplicate']);
    }
    const own = new Error('no');
    expect(await db.savepoint(() => Promise.reject(own))).toBe(own);
    expect(await db.savepoint(() => note(db, 3))).toBeNull();
  });
  expect(await database.query('select id from noted')).toEqual([{ id: 1 }, { id: 3 }]);
  await expect(database.savepoint(async () => undefined)).rejects.toThrow('belongs to a transaction');
  await database.close();
  await drop();
});

describe('a limit', () => {
  const short = { statement: 200, lock: 100, idle: 100 };
  let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: DatabasePool;
  beforeAll(async () => {
    testDatabase = await createTestDatabase(inject('databaseUrl'));
    database = openDatabase(testDatabase.url, { max: 2, onError: () => undefined, limits: short });
    await database.query('create table held (id int); insert into held values (1)');
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });
  const codeOf = async (work: Promise<unknown>) =>
    toAppError(await work.catch((error: unknown) => error)).code;

  it('aborts a statement that takes too long, including a typed one', async () => {
    expect(await codeOf(database.query('select pg_sleep(60)'))).toBe('unavailable');
    expect(await codeOf(database.orm.execute('select pg_sleep(60)'))).toBe('unavailable');
  });

  it('aborts the wait for a lock that another transaction holds', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
    const holder = asWork('job', () =>
      database.transaction(async (db) => {
        await db.query('select 1 from held for update');
        lock();
        await isOver;
      }),
    );
    await isLocked;
    expect(await codeOf(database.query('update held set id = 2'))).toBe('unavailable');
    end();
    await holder;
  });

  it('ends an idle transaction, and releases its locks', async () => {
    const idle = database.transaction(async (db) => {
      await db.query('select 1 from held for update');
      await expect.poll(() => openTransactions()).toBe(0);
      await db.query('select 1');
    });
    expect(await codeOf(idle)).toBe('unavailable');
    await database.query('update held set id = 3');
  });
  async function openTransactions() {
    const [row] = await database.query<{ n: number }>(
      `select count(*) as n from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`,
    );
    return row?.n;
  }

  it('is longer for jobs, imports, exports and backups, by name, inside and outside transactions', async () => {
    const now = () => database.query("select current_setting('statement_timeout') as at_most");
    for (const [kind, text] of [
      ['job', '10min'],
      ['import', '15min'],
      ['export', '5min'],
      ['backup', '6h'],
    ] as const) {
      expect(await asWork(kind, now)).toEqual([{ at_most: text }]);
      const inside = () =>
        database.transaction((db) => db.query("select current_setting('lock_timeout') as at_most"));
      expect(await asWork(kind, inside)).toEqual([
        { at_most: LIMITS[kind].lock === 60_000 ? '1min' : '15s' },
      ]);
    }
    expect(await now()).toEqual([{ at_most: '200ms' }]);
  });
});

describe('a database that does not respond', () => {
  const short = { statement: 200, lock: 100, idle: 60_000 };
  const codeOf = async (work: Promise<unknown>) =>
    toAppError(await work.catch((error: unknown) => error)).code;

  it('is reported as unavailable after the client deadline, on the pool and in transactions, and is used again once it responds', async () => {
    const testDatabase = await createTestDatabase(inject('databaseUrl'));
    const wire = await openFrozenWire(testDatabase.url);
    const database = openDatabase(wire.url, { max: 4, onError: () => undefined, limits: short });
    const { promise: isFrozen, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: isStarted, resolve: start } = Promise.withResolvers<void>();
    const inTransaction = database.transaction(async (db) => {
      await db.query('select 1');
      start();
      await isFrozen;
      await db.query('select 2');
    });
    const atCommit = database.transaction(async (db) => {
      await db.query('select 1');
      await isFrozen;
    });
    await isStarted;
    // One idle connection each for the statement on the pool and for the transaction that starts frozen.
    await Promise.all([database.query('select 1'), database.query('select 1')]);
    wire.freeze();
    goOn();
    const codes = await Promise.all(
      [
        inTransaction,
        atCommit,
        database.query('select 3'),
        database.transaction((db) => db.query('select 4')),
      ].map(codeOf),
    );
    expect(codes).toEqual(['unavailable', 'unavailable', 'unavailable', 'unavailable']);
    expect(database.pool.totalCount).toBe(0);
    wire.thaw();
    expect(await database.query('select 5 as five')).toEqual([{ five: 5 }]);
    await database.close();
    wire.close();
    await testDatabase.drop();
  });

  it.each(Object.keys(LIMITS) as WorkKind[])(
    'has a deadline for %s slightly beyond the limit of its statements',
    async (kind) => {
      const { query_timeout = 0 } = await asWork(kind, async () => withQueryTimeout({ text: 'select 1' }));
      expect(query_timeout).toBeGreaterThan(LIMITS[kind].statement);
      expect(query_timeout).toBeLessThanOrEqual(LIMITS[kind].statement + 3000);
    },
  );
});
