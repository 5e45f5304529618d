import { deleteClient } from '@ledgerline/contract/clients/endpoints';
import * as endpoints from '@ledgerline/contract/commissions/endpoints';
import { deletePolicy } from '@ledgerline/contract/policies/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildCarrier, HEADER } from '#testing/commissions.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

/** November 20, 2026 at the brokerage. */
const t = useTestApp({ TIME_ZONE: 'America/New_York' });

let of: Awaited<ReturnType<typeof buildCarrier>>;
beforeEach(async () => {
  of = await buildCarrier(t.current);
});

describe('rows of a statement', () => {
  it('are matched manually, and automatically once a policy was added', async () => {
    const policy = await of.addPolicy('HAND-1');
    const { body } = await of.upload(`${HEADER}H1,Ana Ruiz,18\nLATER-1,Eva,18\n`);
    const { rows } = await of.get(body.id, 'unknown');
    const line = rows[0]?.lines[0]?.id ?? 0;
    const match = (policy_id: number) =>
      of.owner.call(endpoints.matchCommissionLine, { params: { id: line }, body: { policy_id } });
    expect((await match(987_654_321)).status).toBe(404);
    expect((await match(policy)).status).toBe(200);
    const later = await of.addPolicy('LATER-1');
    const again = await of.owner.call(endpoints.rematchCommissionStatement, { params: { id: body.id } });
    expect(again.body.matched).toBe(1);
    expect(await of.resultsOf(body.id)).toEqual([
      ['as_expected', policy, 1800, 1800],
      ['as_expected', later, 1800, 1800],
    ]);
  });

  it('are resolved with a note until their amounts change', async () => {
    const policy = await of.addPolicy('RES-1');
    const { body } = await of.upload(`${HEADER}RES-1,A,10\nX-1,B,5\n`);
    const resolve = (row: {
      policy_id: number | null;
      line_id: number | null;
      expected_cents: number | null;
      paid_cents: number;
      note: string | null;
    }) => of.owner.call(endpoints.resolveCommissionDifference, { params: { id: body.id }, body: row });
    const row = {
      policy_id: policy,
      line_id: null,
      expected_cents: 1800,
      paid_cents: 1000,
      note: 'Paid in November',
    };
    expect((await resolve({ ...row, paid_cents: 999 })).status).toBe(409);
    expect((await resolve(row)).status).toBe(200);
    expect((await resolve({ ...row, note: 'Paid in December' })).status).toBe(200);
    const line = (await of.get(body.id, 'unknown')).rows[0]?.lines[0]?.id ?? 0;
    expect(
      (await resolve({ policy_id: null, line_id: line, expected_cents: null, paid_cents: 500, note: '' }))
        .status,
    ).toBe(200);
    const resolved = await of.get(body.id, 'resolved');
    expect(resolved.rows.map((each) => each.resolved?.note)).toEqual(['Paid in December', '']);
    await of.owner.call(endpoints.setPolicyCommission, {
      params: { id: policy },
      body: { rate: { basis: 'flat', amount: 1700 } },
    });
    expect((await of.get(body.id)).counts).toEqual({ under: 1, resolved: 1 });
    await of.owner.call(endpoints.setPolicyCommission, { params: { id: policy }, body: { rate: null } });
    expect((await resolve({ ...row, note: null })).status).toBe(200);
    expect((await of.get(body.id)).counts).toEqual({ under: 1, resolved: 1 });
  });

  it('count as one read each in the audit log, and require re-authentication to be exported', async () => {
    await of.addPolicy('READ-1');
    const { body } = await of.upload(`${HEADER}READ-1,A,10\nX-1,B,5\nX-2,C,5\n`);
    await of.get(body.id);
    await of.get(body.id);
    await t.current.deps.reads.flush(true);
    const rows = await t.current.deps.database.query<{ rows: number }>(
      `select (new_value->>'rows')::int as rows from audit_events
        where actor_id = $1 and action = 'listed' and field = 'getCommissionStatement'`,
      [of.owner.agent.id],
    );
    expect(rows).toEqual([{ rows: 3 }]);
    expect(endpoints.exportCommissionDifferences.needsReauthentication).toBe(true);
  });

  it('are exported as CSV', async () => {
    await of.addPolicy('CSV-1');
    const { body } = await of.upload(`${HEADER}CSV-1,A,10\n=1+1,B,5\n`);
    const file = await of.owner.call(endpoints.exportCommissionDifferences, { params: { id: body.id } });
    const lines = String(file.body).trim().split(/\r?\n/);
    expect(lines[1]).toBe(`Under,Ana Ruiz,${of.carrier},,••••,2,18.00,10.00,-8.00,,`);
    expect(lines[2]).toMatch(/^Unknown policy,B,,,"?'=1\+1"?,3,,5\.00,,,$/);
  });
});

describe('access to statements', () => {
  it('is limited to owners, and for other agents to the policies of which they are the agent of record', async () => {
    const agent = await signInAs(t.current, { is_advisor: true, has_all_staff_access: true });
    const other = await signInAs(t.current, { is_advisor: true });
    const client = await buildClient(t.current, { owner_agent_id: other.agent.id });
    const theirs = await of.addPolicy('ACC-1', { agent_of_record_id: agent.agent.id }, client);
    await of.addPolicy('ACC-2', { agent_of_record_id: other.agent.id }, client);
    const { body } = await of.upload(`${HEADER}ACC-1,A,10\nACC-2,B,5\nACC-3,C,7\n`);
    expect(await of.resultsOf(body.id, agent)).toEqual([['under', theirs, 1800, 1000]]);
    const { statement } = await of.get(body.id, undefined, agent);
    expect(statement).toMatchObject({
      line_count: 1,
      total_cents: 1000,
      stated_total_cents: null,
      file_name: '',
    });
    await of.owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    const restricted = [
      (await agent.call(endpoints.getCommissionStatement, { params: { id: body.id } })).error?.message,
      (await agent.call(endpoints.exportCommissionDifferences, { params: { id: body.id } })).error?.message,
      (await agent.call(endpoints.listCommissionStatements)).body.statements.length,
    ];
    await of.owner.call(updateNeedToKnow, { body: { sees: 'all' } });
    expect(restricted).toEqual(['Statement not found.', 'Statement not found.', 0]);
    const params = { id: body.id };
    const statuses = [
      (await of.upload(HEADER, {}, agent)).status,
      (await agent.call(endpoints.deleteCommissionStatement, { params })).status,
      (await agent.call(endpoints.rematchCommissionStatement, { params })).status,
      (await agent.call(endpoints.matchCommissionLine, { params, body: { policy_id: theirs } })).status,
    ];
    expect(statuses).toEqual([403, 403, 403, 403]);
  });

  it('ends with the statement; a deleted policy or client leaves only amounts', async () => {
    const client = await buildClient(t.current, { client_first_name: 'Zoe' });
    const policy = await of.addPolicy('DEL-1', {}, client);
    const { body } = await of.upload(`${HEADER}DEL-1,Zoe,18\n`);
    await of.owner.call(deletePolicy, { params: { id: policy } });
    expect((await of.owner.call(deleteClient, { params: { id: client } })).status).toBe(200);
    const { rows } = await of.get(body.id);
    expect(rows.map(({ result, lines }) => [result, lines[0]?.number, lines[0]?.name])).toEqual([
      ['unknown', '', ''],
    ]);
    const remove = () => of.owner.call(endpoints.deleteCommissionStatement, { params: { id: body.id } });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
    expect(
      (await of.owner.call(endpoints.getCommissionStatement, { params: { id: body.id }, query: {} })).status,
    ).toBe(404);
  });
});
