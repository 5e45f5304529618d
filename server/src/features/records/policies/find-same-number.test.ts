import { listClients } from '@ledgerline/contract/clients/endpoints';
import { deleteDocument } from '@ledgerline/contract/documents/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { getLedgerIndex } from '@ledgerline/contract/ledger/endpoints';
import * as endpoints from '@ledgerline/contract/policies/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, buildDocument, signInAs } from '#testing/factories.ts';
import { all, where } from '#testing/filters.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

const add = (agent: Caller, id: number, body: Partial<BodyInput<typeof endpoints.createPolicy>>) =>
  agent.call(endpoints.createPolicy, { params: { id }, body: { line: 'health', carrier: 'Oscar', ...body } });

describe('the same number', () => {
  const find = async (agent: Caller, body: BodyInput<typeof endpoints.findSameNumber>) =>
    (await agent.call(endpoints.findSameNumber, { body })).body.policies.map(({ id }) => id);

  it('is found at the same carrier, however it is written, except at the policy itself', async () => {
    const agent = await signInAs(t.current);
    const [ana, bo] = [await buildClient(t.current), await buildClient(t.current)];
    const policy = { carrier: 'Núñez Mutual', policy_number: '0045-6677-88' };
    const first = (await add(agent, ana, policy)).body.id;
    const second = (await add(agent, bo, { ...policy, policy_number: '45667788' })).body.id;
    await add(agent, bo, { ...policy, carrier: 'Another' });
    await add(agent, bo, { ...policy, policy_number: '9945667788' });
    const short = (await add(agent, bo, { carrier: 'Short', policy_number: '00123' })).body.id;
    const carrier = 'nunez  mutual';
    expect(await find(agent, { carrier, policy_number: '0045 667788' })).toEqual([second, first]);
    expect(await find(agent, { carrier, policy_number: '45667788', policy_id: first })).toEqual([second]);
    expect(await find(agent, { carrier, policy_id: first })).toEqual([second]);
    expect(await find(agent, { carrier: 'Short', policy_number: '123' })).toEqual([short]);
    for (const policy_number of ['45667789', '', '000', "x' or true --"])
      expect(await find(agent, { carrier, policy_number })).toEqual([]);
  });
});

it('exports the list as it is shown, with masked numbers', async () => {
  const agent = await signInAs(t.current);
  const ana = await buildClient(t.current, { client_first_name: 'Ana', client_last_name: 'Núñez' });
  await add(agent, ana, { carrier: 'Exp A', end_date: '2026-09-21', policy_number: '99-8877-6655' });
  await add(agent, ana, { carrier: 'Exp B', notes: '=1+1', premium_cents: 41_250 });
  const body = { q: 'exp', sort: 'carrier' } as const;
  const { status, body: csv } = await agent.call(endpoints.exportPolicies, { body });
  expect([status, String(csv).split('\r\n').slice(1)]).toEqual([
    200,
    [
      `${ana},Ana Núñez,Health,Exp A,,,••••6655,,2026-09-21,Ended,,,To contact,,,`,
      `${ana},Ana Núñez,Health,Exp B,,,,,,Active,412.50,,To contact,,,'=1+1`,
      '',
    ],
  ]);
});

describe('a filter of clients by their policies', () => {
  const person = (client_first_name: string) =>
    buildClient(t.current, { client_first_name, client_last_name: 'Filtered' });
  let agent: Awaited<ReturnType<typeof signInAs>>;
  beforeAll(async () => {
    agent = await signInAs(t.current);
    const [ana, bo] = [await person('Ana'), await person('Bo')];
    await person('Cy');
    await add(agent, ana, { carrier: 'Núñez', effective_date: '2026-01-01', end_date: '2026-11-30' });
    await add(agent, ana, { line: 'dental', carrier: 'Delta', end_date: '2026-10-31' });
    await add(agent, bo, { carrier: 'Delta', status: 'lapsed', end_date: '2026-11-30' });
  });

  it.each([
    [where('policy_status', 'is_any', 'active'), 'Ana'],
    [where('policy_status', 'is_none', 'active'), 'Bo Cy'],
    [where('policy_status', 'is_any', 'ended', 'lapsed'), 'Ana Bo'],
    [where('policy_carrier', 'contains', 'nunez'), 'Ana'],
    [where('policy_carrier', 'not_contains', 'delta'), 'Bo Cy'],
    [where('policy_line', 'is_any', 'dental'), 'Ana'],
    [where('policy_line', 'is_none', 'dental'), 'Bo Cy'],
    [where('policy_end_date', 'between', '2026-11-01', '2026-11-30'), 'Ana'],
    [where('policy_end_date', 'next_days', '5'), ''],
  ])('%j finds %s', async (condition, expected) => {
    const filter = JSON.stringify(all(where('client_last_name', 'is', 'Filtered'), condition));
    for (const endpoint of [listClients, getLedgerIndex]) {
      const { status } = await agent.call(endpoint, { query: { filter } });
      expect(status).toBe(200);
    }
    const { body } = await agent.call(listClients, { query: { filter } });
    expect(
      body.data
        .map((client) => client.client_first_name)
        .sort()
        .join(' '),
    ).toBe(expected);
  });
});

it('has documents of its client only, and a deleted document leaves it', async () => {
  const agent = await signInAs(t.current);
  const [ana, bo] = [await buildClient(t.current), await buildClient(t.current)];
  const [card, foreign] = [
    await buildDocument(t.current, { session_form_id: null as never, client_id: ana, file_name: 'card.pdf' }),
    await buildDocument(t.current, { session_form_id: null as never, client_id: bo, file_name: 'other.pdf' }),
  ];
  const rejected = await add(agent, ana, { document_ids: [card.id, foreign.id] });
  expect(rejected.error.details?.fields?.[0]?.path).toBe('document_ids');
  const { body } = await add(agent, ana, { document_ids: [card.id, card.id] });
  const documents = [{ id: card.id, file_name: 'card.pdf' }];
  expect(body.policy.documents).toEqual(documents);
  const same = { params: { id: body.id }, body: { document_ids: [card.id] } };
  expect((await agent.call(endpoints.updatePolicy, same)).body.policy.documents).toEqual(documents);
  await agent.call(deleteDocument, { params: { id: card.id }, body: {} });
  const [policy] = (await agent.call(endpoints.listClientPolicies, { params: { id: ana } })).body.policies;
  expect(policy?.documents).toEqual([]);
});
