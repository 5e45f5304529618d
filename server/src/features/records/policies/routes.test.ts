import { deleteClient, getRelatedData } from '@ledgerline/contract/clients/endpoints';
import type { BodyInput, QueryInput } from '@ledgerline/contract/endpoint';
import * as endpoints from '@ledgerline/contract/policies/endpoints';
import { POLICY_FILTER_FIELDS } from '@ledgerline/contract/policies/filter-fields';
import type { Filter } from '@ledgerline/contract/rules/filters';
import { beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { buildClient, signInAs } from '#testing/factories.ts';
import { all, everyFilter, where } from '#testing/filters.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

/** November 20, 2026 at the brokerage. */
const t = useTestApp({ TIME_ZONE: 'America/New_York' });
type Agent = Awaited<ReturnType<typeof signInAs>>;

const add = (agent: Caller, id: number, body: Partial<BodyInput<typeof endpoints.createPolicy>> = {}) =>
  agent.call(endpoints.createPolicy, { params: { id }, body: { line: 'health', carrier: 'Oscar', ...body } });
const update = (agent: Caller, id: number, body: BodyInput<typeof endpoints.updatePolicy>) =>
  agent.call(endpoints.updatePolicy, { params: { id }, body });
const renew = (agent: Caller, id: number, body: BodyInput<typeof endpoints.updateRenewal>) =>
  agent.call(endpoints.updateRenewal, { params: { id }, body });
const ofClient = async (agent: Caller, id: number) =>
  (await agent.call(endpoints.listClientPolicies, { params: { id } })).body.policies;
const reveal = async (agent: Caller, id: number) =>
  (await agent.call(endpoints.revealPolicyNumber, { params: { id }, body: {} })).body.value;
const auditLog = (id: number) =>
  t.current.deps.database.query<{ action: string; field: string | null }>(
    `select action, field from audit_events where entity = 'policy' and entity_id = $1 order by id`,
    [id],
  );

describe('a policy', () => {
  it('is rejected with an agent of record who no longer exists', async () => {
    const agent = await signInAs(t.current);
    const client = await buildClient(t.current);
    const { body } = await add(agent, client);
    const gone = { agent_of_record_id: 999_999 };
    for (const { status, error } of [await add(agent, client, gone), await update(agent, body.id, gone)])
      expect([status, error.details?.fields?.[0]?.path]).toEqual([400, 'agent_of_record_id']);
  });

  it('is added to a client with its number masked, encrypted and revealed on request', async () => {
    const agent = await signInAs(t.current);
    const client = await buildClient(t.current);
    const { status, body } = await add(agent, client, {
      carrier: ' Florida\nBlue ',
      plan_name: 'BlueOptions',
      plan_type: 'Silver',
      policy_number: 'H-55-12349876',
      effective_date: '2026-01-01',
      end_date: '2026-12-31',
      premium_cents: 41_250,
      subsidy_cents: 30_000,
      covered: ['spouse', 'client', 'spouse'],
      agent_of_record_id: agent.agent.id,
      notes: 'Asked for HMO',
    });
    expect([status, body.policy]).toEqual([
      201,
      {
        id: body.id,
        client_id: client,
        line: 'health',
        carrier: 'Florida Blue',
        plan_name: 'BlueOptions',
        ...{ plan_type: 'Silver', policy_number: '••••9876', effective_date: '2026-01-01' },
        ...{ end_date: '2026-12-31', status: 'active', premium_cents: 41_250, subsidy_cents: 30_000 },
        ...{ agent_of_record_id: agent.agent.id, covered: ['client', 'spouse'], notes: 'Asked for HMO' },
        ...{ covered_clients: [], documents: [] },
        renewal_status: 'to_contact',
        lost_reason: '',
        next_policy_id: null,
        updated_at: expect.any(String),
      },
    ]);
    expect(await ofClient(agent, client)).toEqual([body.policy]);
    const stored = await t.current.deps.database.query<{ text: string }>(
      `select to_jsonb(p)::text || (select string_agg(coalesce(a.new_value::text, ''), '') from audit_events a
         where a.entity = 'policy' and a.entity_id = p.id) as text from policies p where id = $1`,
      [body.id],
    );
    expect(stored[0]?.text).toContain('9876');
    expect(stored[0]?.text).not.toContain('1234');
    expect(await reveal(agent, body.id)).toBe('H-55-12349876');
    expect(await auditLog(body.id)).toEqual([
      { action: 'created', field: null },
      { action: 'revealed', field: 'policy_number' },
    ]);
  });

  it.each([
    [{ carrier: ' ' }, 'carrier'],
    [{ line: 'pet' }, 'line'],
    [{ premium_cents: -1 }, 'premium_cents'],
    [{ premium_cents: 1_000_000_001 }, 'premium_cents'],
    [{ effective_date: '2026-02-30' }, 'effective_date'],
    [{ effective_date: '1800-01-01' }, 'effective_date'],
    [{ end_date: '9999-12-31' }, 'end_date'],
    [{ premium_cents: 100, subsidy_cents: 101 }, 'subsidy_cents'],
    [{ effective_date: '2026-02-02', end_date: '2026-02-01' }, 'end_date'],
    [{ covered: ['cat'] }, 'covered.0'],
    [{ policy_number: 'x'.repeat(61) }, 'policy_number'],
    [{ policy_number: '••••9876' }, 'policy_number'],
  ])('rejects %j at %s', async (body, path) => {
    const agent = await signInAs(t.current);
    const { status, error } = await add(agent, await buildClient(t.current), body as never);
    const paths = error.details?.fields?.map((field: { path: string }) => field.path);
    expect([status, paths]).toEqual([400, [path]]);
  });

  it('changes only what is sent, and a stale editor changes nothing', async () => {
    const agent = await signInAs(t.current);
    const { id, policy } = (
      await add(agent, await buildClient(t.current), {
        ...{ policy_number: 'ABC123456', effective_date: '2026-03-01', premium_cents: 100 },
      })
    ).body;
    t.current.clock.advance(1000);
    const first = await update(agent, id, { premium_cents: 200, seen_at: policy.updated_at });
    expect([first.status, first.body.policy.premium_cents]).toEqual([200, 200]);
    const stale = await update(agent, id, { premium_cents: 300, seen_at: policy.updated_at });
    expect([stale.status, stale.error.code]).toEqual([409, 'conflict']);
    // A repeat of the first save, whose response was lost.
    expect((await update(agent, id, { premium_cents: 200, seen_at: policy.updated_at })).status).toBe(200);
    const renewed = await renew(agent, id, { renewal_status: 'in_progress', seen_at: policy.updated_at });
    expect([renewed.status, renewed.error.code]).toEqual([409, 'conflict']);
    // Only one of the two dates is sent.
    const early = await update(agent, id, { end_date: '2026-02-28' });
    expect([early.status, early.error.details?.fields?.[0]?.path]).toEqual([400, 'end_date']);
    expect((await update(agent, id, { policy_number: 'ABC123456' })).status).toBe(200);
    expect(await reveal(agent, id)).toBe('ABC123456');
    expect((await update(agent, id, { policy_number: '' })).body.policy.policy_number).toBe('');
    expect(await reveal(agent, id)).toBeNull();
    expect((await auditLog(id)).map(({ action, field }) => field ?? action)).toEqual([
      ...['created', 'premium_cents', 'policy_number', 'policy_number', 'policy_number'],
    ]);
  });

  it('is exported with all data of its client, the number in plain text only on request', async () => {
    const manager = await signInAs(t.current, { has_all_staff_access: true });
    const client = await buildClient(t.current);
    const { id } = (await add(manager, client, { policy_number: 'EXPORT-7711' })).body;
    const exported = async (secrets: 'masked' | 'clear') => {
      const archive = await t.current.app.inject({
        ...{ method: 'POST', url: `/api/clients/${client}/export`, payload: { secrets } },
        headers: { authorization: `Bearer ${manager.token}` },
      });
      const zip = await yauzl.fromBufferPromise(archive.rawPayload, { lazyEntries: true });
      for await (const entry of zip.eachEntry())
        if (entry.fileName === 'data.json')
          return JSON.parse(
            Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray()).toString(),
          );
    };
    const [masked] = (await exported('masked')).tables.policies;
    expect([masked.id, masked.policy_number, masked.shown_number]).toEqual([id, undefined, '7711']);
    expect((await exported('clear')).tables.policies[0].policy_number).toBe('EXPORT-7711');
    expect((await auditLog(id)).map(({ action }) => action)).toEqual(['created', 'revealed']);
  });

  it('blocks the deletion of its client until it is deleted', async () => {
    const agent = await signInAs(t.current);
    const client = await buildClient(t.current);
    const { id } = (await add(agent, client)).body;
    expect((await agent.call(getRelatedData, { params: { id: client } })).body.data).toMatchObject({
      policies: 1,
      hasRelated: true,
    });
    expect((await agent.call(deleteClient, { params: { id: client } })).error.code).toBe('has_related_data');
    expect((await agent.call(endpoints.deletePolicy, { params: { id } })).status).toBe(200);
    expect((await agent.call(endpoints.deletePolicy, { params: { id } })).status).toBe(404);
    expect((await agent.call(deleteClient, { params: { id: client } })).status).toBe(200);
    expect((await add(agent, client)).status).toBe(404);
  });
});

describe('a renewal', () => {
  let agent: Agent;
  let client: number;
  beforeAll(async () => {
    agent = await signInAs(t.current);
    client = await buildClient(t.current);
  });
  const ending = async (end_date: string | null, body: object = {}) =>
    (await add(agent, client, { end_date, policy_number: 'RENEW-123456', ...body })).body.id;

  it('creates the policy of the next term once, with its number', async () => {
    const id = await ending('2026-12-31', { plan_name: 'Silver 1', covered: ['client', 'dependent_1'] });
    const next = { effective_date: '2027-01-01', end_date: '2027-12-31', plan_name: 'Silver 2' };
    const terms = { ...next, premium_cents: 51_000, subsidy_cents: null };
    const both = await Promise.all(
      [1, 2].map(() => renew(agent, id, { renewal_status: 'renewed', next: terms })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const done = both.find(({ status }) => status === 200)?.body;
    expect(done?.policy).toMatchObject({ renewal_status: 'renewed', next_policy_id: done?.next?.id });
    expect(done?.next).toMatchObject({
      carrier: 'Oscar',
      status: 'active',
      renewal_status: 'to_contact',
      covered: ['client', 'dependent_1'],
      ...terms,
    });
    expect(await reveal(agent, done?.next?.id ?? 0)).toBe('RENEW-123456');
    await agent.call(endpoints.deletePolicy, { params: { id: done?.next?.id ?? 0 } });
    expect((await renew(agent, id, { renewal_status: 'renewed', next: terms })).status).toBe(200);
  });

  it('that overlaps the policy is rejected, and nothing is created', async () => {
    const id = await ending('2026-12-30');
    const before = (await ofClient(agent, client)).length;
    const { status, error } = await renew(agent, id, {
      renewal_status: 'renewed',
      next: {
        ...{ effective_date: '2026-12-30', end_date: null, plan_name: '' },
        ...{ premium_cents: null, subsidy_cents: null },
      },
    });
    expect([status, error.details?.fields?.[0]?.path]).toEqual([400, 'next.effective_date']);
    expect(await ofClient(agent, client)).toHaveLength(before);
  });

  it('needs a reason when lost, and starts again with another end date', async () => {
    const id = await ending('2026-12-29');
    expect((await renew(agent, id, { renewal_status: 'lost' })).status).toBe(400);
    const lost = await renew(agent, id, { renewal_status: 'lost', lost_reason: 'Price' });
    expect(lost.body.policy).toMatchObject({ renewal_status: 'lost', lost_reason: 'Price' });
    const reopened = await renew(agent, id, { renewal_status: 'in_progress', lost_reason: 'Price' });
    expect(reopened.body.policy).toMatchObject({ renewal_status: 'in_progress', lost_reason: '' });
    await renew(agent, id, { renewal_status: 'lost', lost_reason: 'Price' });
    const moved = await update(agent, id, { end_date: '2027-06-30' });
    expect(moved.body.policy).toMatchObject({ renewal_status: 'to_contact', lost_reason: '' });
  });
});

describe('the list of policies', () => {
  let agent: Agent;
  beforeAll(async () => {
    await t.current.deps.database.query('delete from policies');
    agent = await signInAs(t.current);
    const ana = await buildClient(t.current, {
      ...{ client_first_name: 'Ana', client_last_name: 'Núñez', owner_agent_id: agent.agent.id },
    });
    const bob = await buildClient(t.current, { client_first_name: 'Bob', client_last_name: 'Adams' });
    const rows = [
      [ana, { carrier: 'A', end_date: '2026-09-20' }],
      [ana, { carrier: 'B', end_date: '2026-09-21', policy_number: '99-8877-6655' }],
      [bob, { carrier: 'C', end_date: '2027-02-18', premium_cents: 25_050 }],
      [bob, { carrier: 'D', end_date: '2027-02-19' }],
      [bob, { carrier: 'E', end_date: '2026-12-31', status: 'lapsed' }],
      [bob, { carrier: 'F', line: 'life' }],
      [ana, { carrier: 'G', end_date: '2026-12-31', status: 'submitted' }],
    ] as const;
    for (const [client, policy] of rows) await add(agent, client, policy);
    const [g] = (await agent.call(endpoints.listPolicies, { query: { q: 'G' } })).body.policies.filter(
      ({ carrier }) => carrier === 'G',
    );
    await renew(agent, g?.id ?? 0, { renewal_status: 'in_progress' });
  });
  const carriers = async (query: QueryInput<typeof endpoints.listPolicies>) => {
    const { status, body } = await agent.call(endpoints.listPolicies, { query });
    expect([status, body.total]).toEqual([200, body.policies.length]);
    return body.policies.map(({ carrier }) => carrier).join(' ');
  };
  const filtered = (filter: Filter) => carriers({ filter: JSON.stringify(filter), sort: 'carrier' });

  it('shows open renewals from 60 days ago to 90 days ahead', async () => {
    expect(await carriers({ renewals: 'open' })).toBe('B G C');
    expect((await agent.call(endpoints.listPolicies)).body.open_renewals).toBe(3);
  });

  it.each([
    [{ sort: 'end_date' }, 'A B E G C D F'],
    [{ sort: 'end_date', direction: 'desc' }, 'D C G E B A F'],
    [{ sort: 'premium', direction: 'desc' }, 'C G F E D B A'],
    [{ sort: 'client', direction: 'asc' }, 'C D E F A B G'],
    [{ q: 'nunez' }, 'A B G'],
    [{ q: '6655' }, 'B'],
    [{ q: 'adams oscar' }, ''],
  ] as const)('%j lists %s', async (query, expected) => expect(await carriers(query)).toBe(expected));

  it.each([
    [where('end_date', 'between', '2026-12-01', '2026-12-31'), 'E G'],
    [where('premium_cents', 'at_least', '250.50'), 'C'],
    [where('policy_number', 'is_filled'), 'B'],
    [where('owner_agent_id', 'is_any', 'me'), 'A B G'],
    [where('line', 'is_any', 'life'), 'F'],
    [where('status', 'is_any', 'ended'), 'A B'],
    [where('status', 'is_none', 'active', 'ended'), 'E G'],
    [where('renewal_status', 'is_any', 'in_progress'), 'G'],
  ])('%j matches %s', async (condition, expected) => expect(await filtered(all(condition))).toBe(expected));

  it('accepts every operator of every field', async () => {
    for (const filter of everyFilter(POLICY_FILTER_FIELDS))
      expect(
        (await agent.call(endpoints.listPolicies, { query: { filter: JSON.stringify(filter) } })).status,
      ).toBe(200);
  });
});
