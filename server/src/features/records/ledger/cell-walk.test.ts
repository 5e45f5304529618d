import { updateClient } from '@ledgerline/contract/clients/endpoints';
import { getLedgerRows } from '@ledgerline/contract/ledger/endpoints';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { documentedFiles, filesThatRun } from '#testing/walked-files.ts';

const t = useTestApp();
/** The queries of a save on the clients table, in this order. */
const STATEMENTS = ['for update', 'update clients'];

/** A client, an agent who changes one of the client's cells, and another who has the client on screen. */
async function twoAgents() {
  const id = await buildClient(t.current, { company: 'Old Co' });
  const [writer, reader] = [await signInAs(t.current), await signInAs(t.current)];
  const save = () =>
    writer.call(updateClient, { params: { id }, body: { company: 'New Co', was: { company: 'Old Co' } } });
  return { id, save, reader };
}

it('runs through the files that docs/walks/cell.md names, and through no others', async () => {
  const ran = await filesThatRun(twoAgents, async ({ id, save, reader }) => {
    await save();
    const { body } = await reader.call(getLedgerRows, { query: { ids: String(id) } });
    expect(body.rows[0]).toContain('New Co');
  });
  expect(ran).toEqual(documentedFiles('cell'));
});

it('locks and reads the row once, writes it once, and publishes one live event', async () => {
  const { id, save } = await twoAgents();
  const { promise, resolve } = Promise.withResolvers<LiveEvent>();
  // The events of the two sign-ins may still be on their way.
  const unsubscribe = t.current.deps.live.subscribe((event) => {
    if (event.kind !== 'sign_ins') resolve(event);
  });
  const querySpy = vi.spyOn(pg.Client.prototype, 'query');
  await save();
  const texts = querySpy.mock.calls.map(([query]: unknown[]) => JSON.stringify(query));
  querySpy.mockRestore();
  const onRow = texts.filter((text) => /\b(from|update) clients\b/.test(text));
  expect(onRow.map((text) => STATEMENTS.find((one) => text.includes(one)))).toEqual(STATEMENTS);
  expect(await promise).toMatchObject({ kind: 'clients', action: 'updated', ids: [id], fields: ['company'] });
  unsubscribe();
});
