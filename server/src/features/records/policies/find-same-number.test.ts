import type { BodyInput } from '@ledgerline/contract/endpoint';
import * as endpoints from '@ledgerline/contract/policies/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
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
