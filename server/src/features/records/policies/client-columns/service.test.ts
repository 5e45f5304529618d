import { updateClient } from '@ledgerline/contract/clients/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import * as imports from '@ledgerline/contract/imports/endpoints';
import * as endpoints from '@ledgerline/contract/policies/client-columns/endpoints';
import { createPolicy, listClientPolicies, updatePolicy } from '@ledgerline/contract/policies/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { buildAgent, buildClient, signInAs } from '#testing/factories.ts';
import { revertFile, settled } from '#testing/imports.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current, { is_owner: true });
});

const person = (client_first_name: string, values = {}) =>
  buildClient(t.current, { client_first_name, client_last_name: 'Ruiz', ...values });
const list = async (by: Caller = agent) => (await by.call(endpoints.listColumnPlans, {})).body;
const policiesOf = async (id: number) =>
  (await agent.call(listClientPolicies, { params: { id } })).body.policies;

type Body = BodyInput<typeof endpoints.importColumnPlans>;
const TERM = { effective_date: '2026-01-01', end_date: '2026-12-31' };
const send = (plans: Body['plans'], more: Partial<Body> = {}, by: Caller = agent) =>
  by.call(endpoints.importColumnPlans, { body: { ...TERM, plans, ...more } });

/** The plans that are complete, and those with a line for their column. */
function chosen(plans: endpoints.ColumnPlan[], lines: Record<string, Body['plans'][number]['line']> = {}) {
  return plans.flatMap(({ key, column, carrier, line: suggested }) => {
    const line = lines[column] ?? suggested;
    return line && carrier !== '' ? [{ key, line, carrier }] : [];
  });
}

async function runAll(plans: Body['plans'], more: Partial<Body> = {}): Promise<imports.Import> {
  const { body } = await send(plans, more);
  expect((await settled(agent, body.id)).state).toBe('checked');
  await agent.call(imports.runImport, { params: { id: body.id } });
  return settled(agent, body.id);
}
const rowsOf = async (id: number) =>
  (await agent.call(imports.listImportRows, { params: { id } })).body.data.map(
    ({ label, outcome, plan, findings }) =>
      `${label} ${outcome ?? plan}: ${findings.map(({ message }) => message).join('; ')}`,
  );

it('creates the policies that the columns name once, and its revert removes them', async () => {
  const hal = await buildAgent(t.current, { first_name: 'Hal', last_name: 'Aor' });
  const ana = await person('Ana', {
    ...{ current_health_plan_name: 'Oscar Silver', health_plan_premium: 412.5, oscar: 400, aor: 'Hal Aor' },
    ...{ dental_plan_name: 'Delta PPO', delta: 25, life_plan_name: 'n/a', humana_medicare: 90 },
  });
  const leo = await person('Leo', { current_health_plan_name: 'OSCAR  silver', oscar: 300, cigna: 0 });
  const { plans, left_out, not_listed } = await list();
  expect(plans).toMatchObject([
    {
      ...{ column: 'current_health_plan_name', plan_name: 'Oscar Silver', carrier_column: 'oscar' },
      ...{ clients: 2, different: 1, line: 'health', carrier: 'Oscar', problem: null },
      example: { client_id: ana, client_name: 'Ana Ruiz', premium_cents: 41_250 },
    },
    { column: 'dental_plan_name', carrier_column: 'delta', line: 'dental', carrier: 'Delta', clients: 1 },
    { column: 'humana_medicare', plan_name: '', line: null, carrier: 'Humana', clients: 1 },
  ]);
  expect(left_out).toMatchObject([
    { column: 'life_plan_name', text: 'n/a', reason: 'no_plan', clients: 1 },
    { column: 'cigna', reason: 'no_amount', example: { client_id: leo } },
  ]);
  expect(not_listed).toBe(0);

  const choices = chosen(plans, { humana_medicare: 'medigap' });
  const done = await runAll(choices);
  expect(done).toMatchObject({
    ...{ kind: 'policies', duplicates: 'skip', state: 'done', row_count: 4 },
    counts: { created: 4, warnings: 0, refused: 0 },
  });
  const policies = (await policiesOf(ana)).sort((a, b) => a.line.localeCompare(b.line));
  const active = { status: 'active', covered: ['client'], policy_number: '' };
  expect(policies).toMatchObject([
    { line: 'dental', carrier: 'Delta', plan_name: 'Delta PPO', premium_cents: 2500, ...TERM, ...active },
    {
      ...{
        line: 'health',
        carrier: 'Oscar',
        plan_name: 'Oscar Silver',
        premium_cents: 41_250,
        ...TERM,
        ...active,
      },
      agent_of_record_id: hal.id,
      notes: 'The client’s columns had different premiums: Health premium $412.50, Oscar premium $400.00.',
    },
    { line: 'medigap', carrier: 'Humana', premium_cents: 9000, effective_date: null, end_date: null },
  ]);
  expect(await policiesOf(leo)).toMatchObject([{ carrier: 'Oscar', premium_cents: 30_000, notes: '' }]);

  const again = await runAll(choices);
  expect(again.counts).toMatchObject({ created: 0, updated: 0, skipped: 4 });
  expect(await rowsOf(again.id)).toContain('Leo Ruiz skipped: The client already has this policy');
  expect((await revertFile(agent, done.id)).counts).toMatchObject({ reverted: 4, kept: 0 });
  expect([await policiesOf(ana), await policiesOf(leo)]).toEqual([[], []]);
  expect((await list()).plans).toEqual(plans);
});

it('adds nothing to a client who has a policy of the carrier and line in that time', async () => {
  const columns = { vision_plan_name: 'Solstice Eye', solstice: 10 };
  const add = async (name: string, values: object) => {
    const id = await person(name, columns);
    const body = { line: 'vision', carrier: 'SOLSTICE', ...values } as const;
    const { body: added } = await agent.call(createPolicy, { params: { id }, body });
    return { id, policy: added.id };
  };
  const moved = await add('Moved', {
    effective_date: '2026-03-01',
    end_date: '2026-12-31',
    premium_cents: 1,
  });
  const open = await add('Open', { policy_number: 'V-1' });
  const past = await add('Past', { effective_date: '2025-01-01', end_date: '2025-12-31' });
  const { plans } = await list();
  const eye = plans.filter(({ plan_name }) => plan_name === 'Solstice Eye');
  expect(eye).toMatchObject([{ carrier: 'SOLSTICE', clients: 3 }]);
  const { counts } = await runAll(chosen(eye));
  expect(counts).toMatchObject({ created: 1, updated: 0, skipped: 2 });
  expect((await policiesOf(moved.id)).map(({ id, premium_cents }) => [id, premium_cents])).toEqual([
    [moved.policy, 1],
  ]);
  expect(await policiesOf(open.id)).toHaveLength(1);
  expect((await policiesOf(past.id)).map(({ effective_date }) => effective_date)).toEqual([
    '2026-01-01',
    '2025-01-01',
  ]);
});

it('keeps what an agent changed since when it is reverted', async () => {
  const eva = await person('Eva', { dental_plan_name: 'Cigna 1500' });
  await person('Old', { dental_plan_name: 'Cigna 1500', status: 'inactive' });
  const ours = (await list()).plans.filter(({ plan_name }) => plan_name === 'Cigna 1500');
  expect(ours).toMatchObject([
    { clients: 1, problem: null },
    { clients: 1, problem: 'inactive_client' },
  ]);
  const done = await runAll(chosen(ours.filter(({ problem }) => problem === null)));
  expect(done.counts).toMatchObject({ created: 1 });
  const [policy] = await policiesOf(eva);
  t.current.clock.advance(1000);
  await agent.call(updatePolicy, { params: { id: policy?.id ?? 0 }, body: { notes: 'Called' } });
  expect((await revertFile(agent, done.id)).counts).toMatchObject({ reverted: 0, kept: 1 });
  expect(await policiesOf(eva)).toMatchObject([{ notes: 'Called', premium_cents: null }]);
});

it('names two plans of one line and carrier, and amounts and agents that it cannot use', async () => {
  await person('Ida', { current_health_plan_name: 'AvMed A', gap_plan_name: 'AvMed Gap', aor: 'Me & Hal' });
  await person('Max', { current_health_plan_name: 'AvMed A', avmed: 99_000_000 });
  const { plans } = await list();
  const ours = plans.filter(({ plan_name }) => plan_name.startsWith('AvMed'));
  const { id, counts } = await runAll(chosen(ours, { gap_plan_name: 'health' }));
  expect(counts).toMatchObject({ created: 2, skipped: 1, warnings: 3 });
  expect(await rowsOf(id)).toEqual([
    expect.stringMatching(/^Ida Ruiz created: .*agent.*omitted/),
    'Ida Ruiz skipped: An earlier row has a policy of the same carrier and line at that time',
    'Max Ruiz created: must be an amount such as 412.50 (the cell was omitted)',
  ]);
});

it('rejects choices that the columns no longer contain, and choices that are incomplete', async () => {
  const gil = await person('Gil', { rx_plan_name: 'Wellcare Value' });
  const wellcare = chosen((await list()).plans.filter(({ plan_name }) => plan_name === 'Wellcare Value'));
  await agent.call(updateClient, { params: { id: gil }, body: { rx_plan_name: 'Wellcare Classic' } });
  const count = async () => (await agent.call(imports.listImports, {})).body.data.length;
  const before = await count();
  const answers = [
    await send(wellcare),
    await send([]),
    await send(wellcare.map((plan) => ({ ...plan, carrier: ' ' }))),
    await send(wellcare, { end_date: '2025-12-31' }),
  ];
  expect(answers.map(({ status, body }) => [status, JSON.stringify(body)])).toEqual([
    [409, expect.stringContaining('The columns have changed: no client has one of the chosen plans.')],
    [400, expect.stringContaining('must have at least one plan')],
    [400, expect.stringContaining('Please enter the carrier')],
    [400, expect.stringContaining('The end date is before the effective date')],
  ]);
  expect(await count()).toBe(before);
});

it('reads and writes only clients whom the agent can see', async () => {
  const eve = await signInAs(t.current);
  const gap = { gap_plan_name: 'Allstate One' };
  const theirs = await person('Theirs', {
    ...gap,
    life_plan_name: 'Hidden Humana',
    owner_agent_id: agent.agent.id,
  });
  const mine = await person('Mine', { ...gap, owner_agent_id: eve.agent.id });
  await agent.call(updateNeedToKnow, { body: { sees: 'own' } });
  const { plans } = await list(eve);
  const seen = plans.filter(({ plan_name }) => plan_name === 'Allstate One');
  expect(seen).toMatchObject([{ clients: 1, example: { client_id: mine } }]);
  const hidden = (await list()).plans.filter(({ plan_name }) => plan_name === 'Hidden Humana');
  expect(hidden).toHaveLength(1);
  expect((await send(chosen(hidden), {}, eve)).status).toBe(409);
  const { body } = await send(chosen(seen, { gap_plan_name: 'other' }), {}, eve);
  await settled(eve, body.id);
  await eve.call(imports.runImport, { params: { id: body.id } });
  expect((await settled(eve, body.id)).counts).toMatchObject({ created: 1 });
  expect([await policiesOf(mine), await policiesOf(theirs)]).toMatchObject([[{ line: 'other' }], []]);
  await agent.call(updateNeedToKnow, { body: { sees: 'all' } });
});
