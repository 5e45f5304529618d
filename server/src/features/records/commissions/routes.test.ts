import * as endpoints from '@ledgerline/contract/commissions/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { createPolicy, updateRenewal } from '@ledgerline/contract/policies/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

/** November 20, 2026 at the brokerage. */
const t = useTestApp({ TIME_ZONE: 'America/New_York' });
type Agent = Awaited<ReturnType<typeof signInAs>>;

const setRate = (caller: Caller, body: Partial<BodyInput<typeof endpoints.saveCommissionRate>> = {}) =>
  caller.call(endpoints.saveCommissionRate, {
    body: {
      ...{
        carrier: 'Oscar',
        line: 'health',
        effective_date: '2026-01-01',
        basis: 'per_member',
        amount: 1800,
      },
      ...body,
    },
  });
const addPolicy = async (
  caller: Caller,
  id: number,
  body: Partial<BodyInput<typeof createPolicy>> = {},
): Promise<number> =>
  (
    await caller.call(createPolicy, {
      params: { id },
      body: { line: 'health', carrier: 'Oscar', effective_date: '2026-01-01', ...body },
    })
  ).body.id;
const expectedOf = async (caller: Caller, id: number) =>
  (await caller.call(endpoints.listClientCommissions, { params: { id } })).body.commissions.map(
    ({ expected_cents, rate }) => [expected_cents, rate?.is_own ?? null],
  );

let owner: Agent;
beforeAll(async () => {
  owner = await signInAs(t.current, { is_owner: true });
});

describe('rates of carriers', () => {
  it('apply to the policies of a carrier and line from the month of their effective date', async () => {
    const client = await buildClient(t.current);
    await addPolicy(owner, client, { carrier: 'Ambetter', covered: ['client', 'spouse'] });
    await addPolicy(owner, client, { carrier: 'AMBETTER', line: 'dental', premium_cents: 5050 });
    expect(await expectedOf(owner, client)).toEqual([
      [null, null],
      [null, null],
    ]);
    await setRate(owner, { carrier: 'ambetter', amount: 1500 });
    await setRate(owner, { carrier: 'Ambetter', amount: 2100, effective_date: '2026-11-30' });
    await setRate(owner, { carrier: 'Ambetter', amount: 9900, effective_date: '2026-12-01' });
    await setRate(owner, { carrier: 'Ambetter', line: 'dental', basis: 'percent', amount: 1010 });
    expect(await expectedOf(owner, client)).toEqual([
      [4200, false],
      [510, false],
    ]);
  });

  it('are replaced by a rate with the same date, listed with all carriers, and deleted', async () => {
    const { body } = await setRate(owner, { carrier: 'Molina', amount: 1000 });
    const again = await setRate(owner, { carrier: 'MOLINA', amount: 1100 });
    expect(again.body.rate).toEqual({ ...body.rate, carrier: 'MOLINA', amount: 1100 });
    const list = await owner.call(endpoints.listCommissionRates);
    expect(list.body.rates.filter(({ carrier }) => /molina/i.test(carrier))).toEqual([again.body.rate]);
    expect(list.body.carriers.filter((carrier) => /ambetter/i.test(carrier))).toEqual(['AMBETTER']);
    const remove = () => owner.call(endpoints.deleteCommissionRate, { params: { id: body.rate.id } });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  });

  it('are rejected with an impossible percentage, and only owners manage them', async () => {
    expect((await setRate(owner, { basis: 'percent', amount: 100_001 })).status).toBe(400);
    expect((await setRate(owner, { amount: -1 })).status).toBe(400);
    expect((await setRate(owner, { carrier: '  ' })).status).toBe(400);
    const agent = await signInAs(t.current, { has_all_staff_access: true });
    expect((await setRate(agent)).status).toBe(403);
    expect((await agent.call(endpoints.listCommissionRates)).status).toBe(403);
  });
});

describe('the commission of one policy', () => {
  it('applies instead of the rate, until it is removed', async () => {
    const client = await buildClient(t.current);
    const id = await addPolicy(owner, client, { carrier: 'Cigna' });
    await setRate(owner, { carrier: 'Cigna', amount: 1500 });
    const set = (rate: endpoints.ListedCommissionRate | { basis: 'flat'; amount: number } | null) =>
      owner.call(endpoints.setPolicyCommission, { params: { id }, body: { rate } });
    await set({ basis: 'flat', amount: 777 });
    expect(await expectedOf(owner, client)).toEqual([[777, true]]);
    await set({ basis: 'flat', amount: 0 });
    expect(await expectedOf(owner, client)).toEqual([[0, true]]);
    await set(null);
    expect(await expectedOf(owner, client)).toEqual([[1500, false]]);
    const [logged] = await t.current.deps.database.query<{ count: number }>(
      `select count(*)::int as count from audit_events where entity = 'policy' and entity_id = $1 and field = 'commission'`,
      [id],
    );
    expect(logged?.count).toBe(3);
  });

  it('also applies to the next term of a renewed policy', async () => {
    const client = await buildClient(t.current);
    const id = await addPolicy(owner, client, { carrier: 'Cigna', end_date: '2026-10-31' });
    const rate = { basis: 'flat', amount: 777 } as const;
    await owner.call(endpoints.setPolicyCommission, { params: { id }, body: { rate } });
    const next = { effective_date: '2026-11-01', end_date: '2027-10-31', plan_name: 'Silver' };
    const terms = { ...next, premium_cents: null, subsidy_cents: null };
    const body = { renewal_status: 'renewed', next: terms } as const;
    expect((await owner.call(updateRenewal, { params: { id }, body })).status).toBe(200);
    expect(await expectedOf(owner, client)).toEqual([
      [0, true],
      [777, true],
    ]);
  });

  it('is visible to owners and to the agent of record with access to the client', async () => {
    const agent = await signInAs(t.current, { is_advisor: true });
    const other = await signInAs(t.current, { is_advisor: true });
    const client = await buildClient(t.current, { owner_agent_id: agent.agent.id });
    await addPolicy(owner, client, { agent_of_record_id: agent.agent.id });
    await addPolicy(owner, client, { agent_of_record_id: other.agent.id });
    expect((await expectedOf(owner, client)).length).toBe(2);
    expect((await expectedOf(agent, client)).length).toBe(1);
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    const { status } = await other.call(endpoints.listClientCommissions, { params: { id: client } });
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
    expect(status).toBe(404);
    expect(
      (await owner.call(endpoints.setPolicyCommission, { params: { id: 1e9 }, body: { rate: null } })).status,
    ).toBe(404);
  });
});
