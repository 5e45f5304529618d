import { getClient } from '@ledgerline/contract/clients/endpoints';
import { type MergeChoices, undoMerge } from '@ledgerline/contract/clients/merging/endpoints';
import { listImportRows, runImport } from '@ledgerline/contract/imports/endpoints';
import { listInvoices } from '@ledgerline/contract/invoices/endpoints';
import { createPolicy } from '@ledgerline/contract/policies/endpoints';
import { listRecurringPayments } from '@ledgerline/contract/recurring-payments/endpoints';
import { listClientLinks } from '@ledgerline/contract/secure-links/endpoints';
import { createTask, listTasks } from '@ledgerline/contract/tasks/endpoints';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { reassignItem, snoozeItem } from '@ledgerline/contract/today/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeImport } from '#features/records/imports/repository.ts';
import { runBatch } from '#features/records/imports/run/run-batch.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { importFile, revertFile, settled, uploadAndCheck } from '#testing/imports.ts';
import { mergeAs, mergedAs } from '#testing/merges.ts';
import { useTestApp } from '#testing/test-app.ts';
import { itemsOf, seenOf } from '#testing/today-causes.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const query = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
const merged = (into: number, others: number[], choices: MergeChoices = {}) =>
  mergedAs(agent, into, others, choices);
const recordOf = async (id: number) => (await agent.call(getClient, { params: { id } })).body.data;

it('redirects other paths of a merged client to the remaining one, and names it in the error for a request body', async () => {
  const [a, b] = [await buildClient(t.current), await buildClient(t.current)];
  await merged(a, [b]);
  const links = await agent.call(listClientLinks, { params: { clientId: b } });
  expect([links.status, links.headers.location]).toEqual([308, `/api/secure-access/client/${a}/tokens`]);
  const body = { title: 'Call', client_id: b, due_day: '2026-12-01', owner_agent_id: null };
  const { status, error } = await agent.call(createTask, { body });
  expect([status, error.message, error.details]).toMatchObject([
    404,
    'This client was merged into another one. Reload the page to open it.',
    { merged_into: a },
  ]);
});

it.each([
  { list: listInvoices, path: '/api/invoices', name: 'customer_id' },
  { list: listRecurringPayments, path: '/api/recurring-payments', name: 'customer_id' },
  { list: listTasks, path: '/api/tasks', name: 'client_id' },
] as const)('redirects a list of the merged client to that of the remaining one: $path', async (each) => {
  const { list, path, name } = each;
  const [a, b] = [await buildClient(t.current), await buildClient(t.current)];
  await merged(a, [b]);
  const filter = { match: 'all', rules: [{ field: 'title', op: 'contains', values: ['A & B'] }] };
  const former = await agent.call(list, { query: { [name]: b, filter: JSON.stringify(filter) } });
  expect(former.status).toBe(308);
  const [address, search] = String(former.headers.location).split('?');
  expect(address).toBe(path);
  const parameters = Object.fromEntries(new URLSearchParams(search));
  expect(parameters).toEqual({ [name]: String(a), filter: JSON.stringify(filter) });
  expect((await agent.call(list, { query: { [name]: a } })).status).toBe(200);
});

describe('marks of Today', () => {
  const marks = () => query('select to_jsonb(m) as row from today_marks m order by id');
  const itemOf = async (kind: TodayItem['kind'], id: number) =>
    (await itemsOf(agent, { kind })).find((item) => item.id === id);
  const seen = async (kind: TodayItem['kind'], id: number) => {
    const item = await itemOf(kind, id);
    if (!item) throw new Error(`Today does not list ${kind} ${id}`);
    return seenOf(item);
  };
  const snooze = async (kind: TodayItem['kind'], id: number, until: string | null) => {
    const { status } = await agent.call(snoozeItem, { body: { ...(await seen(kind, id)), until } });
    expect(status).toBe(200);
  };

  it('follow the merge of a client without marks, and its undo restores them', async () => {
    const values = { dob: '1962-02-10', next_f_u_date: '2026-11-19' };
    const [a, b] = [await buildClient(t.current), await buildClient(t.current, values)];
    await snooze('turns_65', b, null);
    const body = { ...(await seen('follow_up', b)), owner_agent_id: agent.agent.id };
    await agent.call(reassignItem, { body });
    await snooze('follow_up', b, '2026-11-25');
    const before = await marks();
    const { merge_id } = await merged(a, [b], { dob: b, next_f_u_date: b });
    expect([await itemOf('turns_65', a), await itemOf('follow_up', a)]).toEqual([undefined, undefined]);
    expect(await query('select from today_marks where subject_id = $1', [a])).toHaveLength(2);
    expect((await agent.call(undoMerge, { params: { id: merge_id } })).body.kept_records).toBe(0);
    expect(await marks()).toEqual(before);
    expect(await itemOf('turns_65', b)).toBeUndefined();
  });

  it.each([
    ['that applies to the merged follow-up date, whichever was set last', '2026-11-19', '2026-11-18', 0],
    ['that was set last, of two for the same date', '2026-11-19', '2026-11-19', 1],
  ])('of both clients: keep the one %s', async (_, own, other, stays) => {
    const [a, b, c] = [
      await buildClient(t.current, { next_f_u_date: own }),
      await buildClient(t.current, { next_f_u_date: other }),
      await buildClient(t.current),
    ];
    await snooze('follow_up', a, '2026-11-24');
    t.current.clock.advance(1000);
    await snooze('follow_up', b, '2026-11-25');
    const before = await marks();
    const { merge_id } = await merged(a, [b, c]);
    const kept = await query('select hidden_until::text from today_marks where subject_id = $1', [a]);
    expect(kept).toEqual([{ hidden_until: ['2026-11-24', '2026-11-25'][stays] }]);
    expect(await itemOf('follow_up', a)).toBeUndefined();
    await agent.call(undoMerge, { params: { id: merge_id } });
    expect(await marks()).toEqual(before);
  });

  it('stay with the remaining client if they were changed since', async () => {
    const values = { next_f_u_date: '2026-11-19' };
    const [a, b] = [await buildClient(t.current, values), await buildClient(t.current, values)];
    const assigned = { ...(await seen('follow_up', b)), owner_agent_id: agent.agent.id };
    await agent.call(reassignItem, { body: assigned });
    t.current.clock.advance(1000);
    const { merge_id } = await merged(a, [b]);
    t.current.clock.advance(1000);
    await snooze('follow_up', a, '2026-11-26');
    expect((await agent.call(undoMerge, { params: { id: merge_id } })).body.kept_records).toBe(1);
    expect([await itemOf('follow_up', a), await itemOf('follow_up', b)]).toMatchObject([
      undefined,
      { id: b },
    ]);
  });

  it('of another record with the same id as the merged client stay', async () => {
    const [a, b] = [await buildClient(t.current), await buildClient(t.current)];
    await query(
      `insert into today_marks (kind, subject_id, due_day, updated_at) values ('invoice_overdue', $1, '2026-11-01', now())`,
      [b],
    );
    await merged(a, [b]);
    expect(await query(`select from today_marks where subject_id = $1`, [b])).toHaveLength(1);
  });
});

describe('notes of all clients', () => {
  it('are joined in the order of the clients, and restored by the undo', async () => {
    const ids: number[] = [];
    for (const notes of ['<p>One</p>', '<p>Two</p>', '', '<p>Three</p>'])
      ids.push(await buildClient(t.current, { notes }));
    const [one = 0, two = 0, empty = 0, three = 0] = ids;
    const { merge_id, preview } = await merged(three, [two, empty, one], { notes: 'all' });
    expect(preview?.choices).toMatchObject({ notes: 'all' });
    expect((await recordOf(three)).notes).toBe('<p>Three</p><p></p><p>Two</p><p></p><p>One</p>');
    await agent.call(undoMerge, { params: { id: merge_id } });
    expect([(await recordOf(three)).notes, (await recordOf(one)).notes]).toEqual([
      ...['<p>Three</p>', '<p>One</p>'],
    ]);
  });

  it.each<[string, MergeChoices, string, string]>([
    ['that do not fit', { notes: 'all' }, 'choices.notes', 'would have 120,007 characters'],
    ['of a field with one line', { address: 'all' }, 'choices.address', 'only notes can be joined'],
  ])('are rejected: %s', async (_, choices, path, message) => {
    const values = { notes: `<p>${'x'.repeat(59_993)}</p>`, address: 'A' };
    const a = await buildClient(t.current, values);
    const b = await buildClient(t.current, { notes: values.notes.replace('x', 'y'), address: 'B' });
    const { status, error } = await mergeAs(agent, a, [b], choices);
    expect([status, error?.details?.fields?.[0]?.path]).toEqual([400, path]);
    expect(error?.details?.fields?.[0]?.message).toContain(message);
  });
});

describe('an import that is running', () => {
  const people = (tag: string) =>
    ['', 'b'].map((more) =>
      buildClient(t.current, { client_first_name: 'Ann', primary_email: `${tag}${more}@merge.test` }),
    );
  const start = async (file: string, duplicates: 'update' | 'skip') => {
    const { id } = await uploadAndCheck(agent, file, { duplicates });
    await changeImport(t.current.deps.database, id, { state: 'running', done_count: 0 }, new Date());
    return id;
  };
  const batch = (id: number) =>
    t.current.deps.database.transaction((db) => runBatch({ ...t.current.systemContext(), db }, id));
  const rowsOf = async (id: number) => (await agent.call(listImportRows, { params: { id } })).body.data;

  it('writes the rows of a merged client to the remaining one', async () => {
    const [a = 0, b = 0] = await Promise.all(people('row'));
    const id = await start('first,email,company\nAnn,rowb@merge.test,Acme', 'update');
    await merged(a, [b]);
    expect((await rowsOf(id))[0]?.matches).toMatchObject([
      { client_id: a, name: expect.stringMatching(/^Ann/) },
    ]);
    await batch(id);
    expect(await rowsOf(id)).toMatchObject([{ outcome: 'updated', client_id: a, findings: [] }]);
    expect(await recordOf(a)).toMatchObject({ company: 'Acme' });
  });

  it('is not reverted for a client that was merged since, and says so', async () => {
    const [a = 0, b = 0] = await Promise.all(people('late'));
    const file = 'first,email,company\nAnn,lateb@merge.test,Acme\nAnn,late@merge.test,Other';
    const { id } = await importFile(agent, file, { duplicates: 'update' });
    await merged(a, [b], { company: b });
    expect((await revertFile(agent, id)).counts).toMatchObject({ reverted: 0, kept: 2 });
    expect((await rowsOf(id)).map(({ findings }) => findings.map(({ message }) => message))).toEqual([
      ['The client was merged into another one after the import and was not reverted'],
      ['was changed after the import and was not reverted'],
    ]);
    expect(await recordOf(a)).toMatchObject({ company: 'Acme' });
  });

  it('of policies finds the remaining client by the id of the merged one', async () => {
    const [a = 0, b = 0] = await Promise.all(people('policy'));
    await merged(a, [b]);
    const file = `client id,carrier,line\n${b},Oscar,health`;
    const { counts, id } = await importFile(agent, file, { kind: 'policies' });
    expect(counts).toMatchObject({ created: 1 });
    expect(await rowsOf(id)).toMatchObject([{ client_id: a }]);
  });

  it('of policies names the remaining client in the rows that it skips', async () => {
    const [a = 0, b = 0] = await Promise.all(people('skipped'));
    await agent.call(createPolicy, { params: { id: b }, body: { carrier: 'Oscar', line: 'health' } });
    const file = `client id,carrier,line\n${b},Oscar,health`;
    const { id } = await uploadAndCheck(agent, file, { kind: 'policies', duplicates: 'skip' });
    await merged(a, [b]);
    await agent.call(runImport, { params: { id } });
    await settled(agent, id);
    expect(await rowsOf(id)).toMatchObject([{ outcome: 'skipped', client_id: a }]);
  });

  it.each(['skip', 'update'] as const)('finishes its batch before the merge (%s)', async (duplicates) => {
    const [a = 0, b = 0] = await Promise.all(people(duplicates));
    const id = await start(`first,email,company\nAnn,${duplicates}b@merge.test,Acme`, duplicates);
    t.current.clock.advance(1000);
    let merging: ReturnType<typeof merged> | undefined;
    await t.current.deps.database.transaction(async (db) => {
      await runBatch({ ...t.current.systemContext(), db }, id);
      merging = merged(a, [b], duplicates === 'update' ? { company: b } : {});
      merging.catch(() => undefined);
      await waitForLock();
    });
    if (duplicates === 'update') {
      // The batch has changed the client since the agent saw it.
      await expect(merging).rejects.toThrow('was changed in the meantime');
      merging = merged(a, [b], { company: b });
    }
    const result = await merging;
    expect(await rowsOf(id)).toMatchObject([{ client_id: a }]);
    await agent.call(undoMerge, { params: { id: result?.merge_id ?? 0 } });
    expect(await rowsOf(id)).toMatchObject([{ client_id: b }]);
    expect(await recordOf(b)).toMatchObject({ company: duplicates === 'update' ? 'Acme' : null });
  });

  /** Waits until a statement waits for a lock. */
  async function waitForLock(): Promise<void> {
    for (;;) {
      const waiting = await query(
        'select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()',
      );
      if (waiting.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});
