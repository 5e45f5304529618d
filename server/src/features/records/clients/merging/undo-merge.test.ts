import { getClient, listClientHistory, updateClient } from '@ledgerline/contract/clients/endpoints';
import { listMerges, type MergeChoices, undoMerge } from '@ledgerline/contract/clients/merging/endpoints';
import { revealPolicyNumber } from '@ledgerline/contract/policies/endpoints';
import { UNDO_IS_OVER, undoableSince } from '@ledgerline/contract/rules';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildWorld } from '#testing/access-scope-world.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { mergedAs } from '#testing/merges.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
type Agent = Awaited<ReturnType<typeof signInAs>>;
let agent: Agent;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const query = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
const merged = (into: number, others: number[], choices: MergeChoices = {}, by = agent) =>
  mergedAs(by, into, others, choices);
const undo = (id: number, by = agent) => by.call(undoMerge, { params: { id } });
const recordOf = async (id: number) => (await agent.call(getClient, { params: { id } })).body.data;

describe('a merge', () => {
  it('is undone before an earlier merge into the same client, whatever its id looks like', async () => {
    const [a, b, c] = [
      await buildClient(t.current, { address: 'A' }),
      await buildClient(t.current, { address: 'B' }),
      await buildClient(t.current, { address: 'C' }),
    ];
    const first = await merged(a, [b], { address: b });
    const second = await merged(a, [c], { address: c });
    const redirected = await agent.call(getClient, { params: { id: `00${b}` } });
    expect(redirected.headers.location).toBe(`/api/clients/${a}`);
    const early = await undo(first.merge_id);
    expect([early.status, early.error.message]).toEqual([
      409,
      'Another client was merged into this one since. Undo the later merge first.',
    ]);
    expect((await undo(second.merge_id)).body.kept_fields).toEqual([]);
    expect((await undo(first.merge_id)).body.kept_fields).toEqual([]);
    expect(await recordOf(a)).toMatchObject({ address: 'A' });
    const actions = async (id: number) =>
      (await agent.call(listClientHistory, { params: { id } })).body.data.map(({ action }) => action);
    expect(await actions(b)).toContain('merged_into_other');
    expect(await actions(a)).toContain('merged');
    expect((await agent.call(listClientTimeline, { params: { id: a } })).status).toBe(200);
  });

  it('is undone into the present columns, with a rebuilt text', async () => {
    const [a, b] = [await buildClient(t.current), await buildClient(t.current, { address: 'Kept' })];
    const { merge_id } = await merged(a, [b]);
    // As an earlier version stored it: without a column of today, with one that is gone, and with an outdated text.
    await query(
      `update merged_clients set stored = (stored - 'status') || '{"gone": 1, "ledger_text": "old"}' where id = $1`,
      [b],
    );
    expect((await undo(merge_id)).status).toBe(200);
    expect(await recordOf(b)).toMatchObject({ address: 'Kept', status: 'new' });
    expect(await query('select ledger_text from clients where id = $1', [b])).toEqual([
      { ledger_text: null },
    ]);
  });

  it('is not undone by an agent who sees the remaining client but not the others', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const mine = await buildClient(t.current, { owner_agent_id: agent.agent.id });
    const world = await buildWorld(t.current, owner, 'Yellowwood');
    await query('update clients set owner_agent_id = $2 where id = $1', [world.client, owner.agent.id]);
    const { merge_id } = await merged(mine, [world.client], {}, owner);
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    const rejected = await undo(merge_id);
    expect([rejected.status, rejected.error.message]).toEqual([
      409,
      'A client of this merge belongs to an agent whose clients you cannot see. Ask an owner to undo the merge. Nothing was changed.',
    ]);
    expect((await agent.call(getClient, { params: { id: world.client } })).headers.location).toBe(
      `/api/clients/${mine}`,
    );
    expect((await undo(merge_id, owner)).status).toBe(200);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
  });

  it('returns what was added to a returned record since', async () => {
    const [survivor, former] = [
      await buildWorld(t.current, agent, 'Aardvark'),
      await buildWorld(t.current, agent, 'Zebrawood'),
    ];
    const { merge_id } = await merged(survivor.client, [former.client]);
    const number = async () =>
      (await agent.call(revealPolicyNumber, { params: { id: survivor.policy }, body: {} })).body.value;
    const shown = await number();
    // As if only these had existed at the merge, and everything that names them were added since.
    await query(
      `update client_merges set moved = (select jsonb_agg(one) from jsonb_array_elements(moved) as one
         where one ->> 'table' = any('{sessions,recurring_payments,policies}')) where id = $1`,
      [merge_id],
    );
    await query('update policies set next_policy_id = $2 where id = $1', [former.policy, survivor.policy]);
    expect((await undo(merge_id)).status).toBe(200);
    const split = (child: string, column: string, parent: string, isOf: string) =>
      query<{ is_same: boolean }>(
        `select t.${column} = p.client_id as is_same from ${child} t join ${parent} p on ${isOf} where p.client_id = $1`,
        [former.client],
      );
    const same = expect.arrayContaining([{ is_same: true }]);
    for (const found of [
      await split('session_forms', 'client_id', 'sessions', 'p.id = t.session_id'),
      await split('invoices', 'customer_id', 'recurring_payments', 'p.id = t.recurring_payment_id'),
      await split('policies', 'client_id', 'policies', 't.id = p.next_policy_id'),
    ]) {
      expect(found).toEqual(same);
      expect(found).not.toContainEqual({ is_same: false });
    }
    expect(shown).toMatch(/\d/);
    expect(await number()).toBe(shown);
  });

  it('leads through later merges, which are undone first', async () => {
    const [a, b, c] = [
      await buildClient(t.current),
      await buildClient(t.current),
      await buildClient(t.current),
    ];
    const first = await merged(a, [b]);
    const second = await merged(c, [a]);
    expect((await agent.call(getClient, { params: { id: b } })).headers.location).toBe(`/api/clients/${c}`);
    expect((await undo(first.merge_id)).error.message).toMatch(/^This client was merged again since/);
    expect((await undo(second.merge_id)).status).toBe(200);
    expect((await agent.call(getClient, { params: { id: b } })).headers.location).toBe(`/api/clients/${a}`);
    expect((await undo(first.merge_id)).status).toBe(200);
    expect((await undo(first.merge_id)).error.message).toBe('This merge was already undone.');
    expect((await recordOf(b)).id).toBe(b);
  });

  it('keeps values that were changed since', async () => {
    const [a, b] = [
      await buildClient(t.current, { address: 'Old' }),
      await buildClient(t.current, { address: 'New' }),
    ];
    const { merge_id } = await merged(a, [b], { address: b });
    await agent.call(updateClient, { params: { id: a }, body: { address: 'Newest' } });
    const listed = (await agent.call(listMerges)).body.data.find(({ id }) => id === merge_id);
    expect(listed).toMatchObject({ client_id: a, merged: [{ id: b }], undone_at: null });
    expect((await undo(merge_id)).body).toMatchObject({ kept_fields: ['Address'] });
    expect(await recordOf(a)).toMatchObject({ address: 'Newest' });
  });

  it('is undone within 30 days, and no longer after exactly 30', async () => {
    const [a, b] = [await buildClient(t.current), await buildClient(t.current)];
    const { merge_id } = await merged(a, [b]);
    const mergedAt = (at: Date) =>
      query('update client_merges set merged_at = $2 where id = $1', [merge_id, at]);
    const isListed = async () => (await agent.call(listMerges)).body.data.some(({ id }) => id === merge_id);
    const last = undoableSince(t.current.clock.now());
    await mergedAt(last);
    expect(await isListed()).toBe(false);
    const late = await undo(merge_id);
    expect([late.status, late.error.message]).toEqual([409, UNDO_IS_OVER]);
    expect((await agent.call(getClient, { params: { id: b } })).status).toBe(308);
    await mergedAt(new Date(last.getTime() + 1));
    expect(await isListed()).toBe(true);
    expect((await undo(merge_id)).status).toBe(200);
  });
});
