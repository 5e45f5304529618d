import { deleteClient } from '@ledgerline/contract/clients/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { linkClient, listHousehold, unlinkClient } from '@ledgerline/contract/households/endpoints';
import * as policies from '@ledgerline/contract/policies/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { mergedAs } from '#testing/merges.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  agent = await signInAs(t.current);
});

const person = (client_first_name: string, values = {}) =>
  buildClient(t.current, { client_first_name, client_last_name: 'Ruiz', ...values });
const link = (id: number, client_id: number, relation: BodyInput<typeof linkClient>['relation'] = 'spouse') =>
  agent.call(linkClient, { params: { id }, body: { client_id, relation } });
const household = async (id: number, by: Caller = agent) =>
  (await by.call(listHousehold, { params: { id } })).body.members.map(
    ({ name, relation }) => `${name}: ${relation}`,
  );
const wrongFields = (answer: { error: { details?: { fields?: { path: string; message: string }[] } } }) =>
  answer.error.details?.fields?.map(({ path, message }) => `${path}: ${message}`);
const addPolicy = (id: number, body: Partial<BodyInput<typeof policies.createPolicy>> = {}) =>
  agent.call(policies.createPolicy, { params: { id }, body: { line: 'health', carrier: 'Oscar', ...body } });

it('links two clients in both directions, and removes the link from either side', async () => {
  const [ana, leo] = [await person('Ana'), await person('Leo')];
  expect((await link(ana, leo, 'child')).status).toBe(201);
  expect([await household(ana), await household(leo)]).toEqual([['Leo Ruiz: child'], ['Ana Ruiz: parent']]);
  const removed = await agent.call(unlinkClient, { params: { id: leo, clientId: ana } });
  expect([removed.status, await household(ana), await household(leo)]).toEqual([200, [], []]);
  expect((await agent.call(unlinkClient, { params: { id: leo, clientId: ana } })).status).toBe(404);
});

it('rejects the client itself, a second link and a client who does not exist, with a message', async () => {
  const [ana, leo] = [await person('Ana'), await person('Leo')];
  await link(ana, leo);
  expect(wrongFields(await link(ana, ana))).toEqual([
    'client_id: Choose another client. A client cannot be linked to itself',
  ]);
  expect(wrongFields(await link(leo, ana, 'parent'))).toEqual([
    'client_id: This client is already linked. To change the relation, remove the link first',
  ]);
  expect(wrongFields(await link(ana, 999_999))).toEqual([
    'client_id: This client no longer exists. Search for the client again',
  ]);
  expect((await link(999_999, ana)).status).toBe(404);
});

it('links two clients once when two agents do so together', async () => {
  const [ana, leo] = [await person('Ana'), await person('Leo')];
  const answers = await Promise.all([link(ana, leo), link(leo, ana)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
});

it('follows merges and deletions', async () => {
  const [ana, twin, leo] = [await person('Ana'), await person('Anna'), await person('Leo')];
  await link(ana, leo);
  await link(leo, twin, 'spouse');
  await link(ana, twin, 'sibling');
  await mergedAs(agent, ana, [twin]);
  expect([await household(ana), await household(leo)]).toEqual([['Leo Ruiz: spouse'], ['Ana Ruiz: spouse']]);
  expect(wrongFields(await link(leo, twin))).toEqual([
    'client_id: This client no longer exists. Search for the client again',
  ]);
  expect((await agent.call(deleteClient, { params: { id: leo } })).status).toBe(200);
  expect(await household(ana)).toEqual([]);
});

it('lets a policy cover linked clients only, and its next term with them', async () => {
  const [ana, leo, other] = [await person('Ana'), await person('Leo'), await person('Other')];
  await link(leo, ana);
  const rejected = await addPolicy(ana, { covered_client_ids: [other] });
  expect(wrongFields(rejected)).toEqual([
    'covered_client_ids: A covered client is not linked to this client. Link both clients under Household first',
  ]);
  const { body } = await addPolicy(ana, { covered_client_ids: [leo, leo], end_date: '2026-12-31' });
  expect(body.policy.covered_clients).toEqual([{ id: leo, name: 'Leo Ruiz' }]);
  await agent.call(unlinkClient, { params: { id: ana, clientId: leo } });
  const update = (changes: BodyInput<typeof policies.updatePolicy>) =>
    agent.call(policies.updatePolicy, { params: { id: body.id }, body: changes });
  expect((await update({ covered_client_ids: [leo], notes: 'x' })).body.policy.covered_clients).toHaveLength(
    1,
  );
  const renewed = await agent.call(policies.updateRenewal, {
    params: { id: body.id },
    body: {
      renewal_status: 'renewed',
      next: {
        ...{ effective_date: '2027-01-01', end_date: null, plan_name: '' },
        ...{ premium_cents: null, subsidy_cents: null },
      },
    },
  });
  expect(renewed.body.next?.covered_clients).toEqual([{ id: leo, name: 'Leo Ruiz' }]);
  expect((await update({ covered_client_ids: [] })).body.policy.covered_clients).toEqual([]);
  expect(wrongFields(await update({ covered_client_ids: [leo] }))).toHaveLength(1);
});

it('shows nothing of a linked client whom an agent with restricted access cannot see', async () => {
  const owner = await signInAs(t.current, { is_owner: true });
  const mine = await signInAs(t.current);
  const ana = await person('Ana', { owner_agent_id: mine.agent.id });
  const leo = await person('Leo', { owner_agent_id: agent.agent.id });
  await link(ana, leo);
  const { body } = await addPolicy(ana, { covered_client_ids: [leo] });
  expect((await owner.call(updateNeedToKnow, { body: { sees: 'own' } })).status).toBe(200);
  expect(await household(ana, mine)).toEqual([]);
  const seen = await mine.call(policies.listClientPolicies, { params: { id: ana } });
  expect(seen.body.policies[0]?.covered_clients).toEqual([]);
  const input = { params: { id: body.id }, body: { covered_client_ids: [], notes: 'x' } };
  expect((await mine.call(policies.updatePolicy, input)).status).toBe(200);
  expect((await mine.call(unlinkClient, { params: { id: ana, clientId: leo } })).status).toBe(404);
  await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
  const [policy] = (await agent.call(policies.listClientPolicies, { params: { id: ana } })).body.policies;
  expect([policy?.notes, policy?.covered_clients]).toEqual(['x', [{ id: leo, name: 'Leo Ruiz' }]]);
  expect(await household(ana)).toEqual(['Leo Ruiz: spouse']);
});
