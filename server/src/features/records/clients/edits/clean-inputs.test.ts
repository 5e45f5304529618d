import { createClient, getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { updateSession } from '@ledgerline/contract/sessions/endpoints';
import { expect, it } from 'vitest';
import { buildClient, buildSession, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const DEEP = '<b>'.repeat(33_000);
const SENTENCE = expect.stringContaining('Paste it as plain text');

it('rejects rich text that is too complex on every path, before anything is sanitized', async () => {
  const agent = await signInAs(t.current);
  const id = await buildClient(t.current, { notes: '<p>before</p>' });
  const session = await buildSession(t.current, { client_id: id });
  const cells = Array.from({ length: 160 }, () => ({ id, field: 'notes' as const, value: DEEP }));
  const fields = [{ path: 'notes', message: SENTENCE }];
  const tried = [
    await agent.call(updateClient, { params: { id }, body: { notes: DEEP } }),
    await agent.call(createClient, {
      body: { client_first_name: 'Ana', client_last_name: 'Sol', notes: DEEP },
    }),
    await agent.call(updateSession, { params: { id: session.id }, body: { notes: DEEP } }),
  ];
  for (const { status, error } of tried) {
    expect([status, error.details?.fields]).toEqual([400, fields]);
  }
  const pasted = await agent.call(saveLedgerCells, { body: { cells: cells.slice(0, 1) } });
  expect([pasted.status, pasted.error.details]).toMatchObject([
    400,
    { cells: [{ id, field: 'notes', message: SENTENCE }] },
  ]);
  expect((await agent.call(getClient, { params: { id } })).body.data).toMatchObject({
    notes: '<p>before</p>',
  });
});

it('saves a client whose notes an earlier version stored with more formatting than is accepted today', async () => {
  const agent = await signInAs(t.current);
  const id = await buildClient(t.current);
  await t.current.deps.database.query('update clients set notes = $2 where id = $1', [id, DEEP]);
  const saved = await agent.call(updateClient, {
    params: { id },
    body: { notes: DEEP, client_first_name: 'Zoe' },
  });
  expect([saved.status, saved.body.data]).toMatchObject([200, { client_first_name: 'Zoe' }]);
});
