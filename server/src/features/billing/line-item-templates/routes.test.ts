import * as endpoints from '@ledgerline/contract/line-item-templates/endpoints';
import { describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

const line = { name: 'Review', description: 'Annual review', unit_price_cents: 12_500 };

describe('line item templates', () => {
  it('get the category General unless one is named, and are listed by category and name', async () => {
    const agent = await signInAs(t.current);
    const first = await agent.call(endpoints.createLineItemTemplate, { body: line });
    expect(first.status).toBe(201);
    expect(first.body.data).toEqual({ ...line, id: first.body.id, category: 'General', is_active: true });
    for (const [name, category] of [
      ['zeta', 'Advice'],
      ['Alpha', 'Advice'],
      ['Blank', '  '],
    ] as const)
      await agent.call(endpoints.createLineItemTemplate, { body: { ...line, name, category } });
    const { body } = await agent.call(endpoints.listLineItemTemplates);
    expect(body.data.map((one) => `${one.category}/${one.name}`)).toEqual([
      'Advice/Alpha',
      'Advice/zeta',
      'General/Blank',
      'General/Review',
    ]);
  });

  it('are filtered by category, by text in the name or description, and by active state', async () => {
    const agent = await signInAs(t.current);
    const add = async (name: string, description: string, category: string) =>
      (
        await agent.call(endpoints.createLineItemTemplate, {
          body: { ...line, name, description, category },
        })
      ).body.id;
    const sign = await add('50% off', 'Half of it', 'Filtering');
    const retired = await add('Old thing', 'No longer sold', 'Filtering');
    await t.current.deps.database.query('update line_item_templates set is_active = false where id = $1', [
      retired,
    ]);
    const ids = async (query: Record<string, string>) =>
      (await agent.call(endpoints.listLineItemTemplates, { query })).body.data.map(({ id }) => id);
    expect(await ids({ category: 'filtering' })).toEqual([sign, retired]);
    expect(await ids({ category: 'Filtering', is_active: 'true' })).toEqual([sign]);
    expect(await ids({ category: 'Filtering', is_active: 'false' })).toEqual([retired]);
    expect(await ids({ search: '0% O' })).toEqual([sign]);
    expect(await ids({ search: 'LONGER' })).toEqual([retired]);
    expect(await ids({ category: 'nowhere' })).toEqual([]);
    const wrong = await agent.call(endpoints.listLineItemTemplates, {
      query: { is_active: 'maybe' } as never,
    });
    expect(wrong.status).toBe(400);
  });

  it('may be credits, with a negative price', async () => {
    const agent = await signInAs(t.current);
    const credit = { ...line, name: 'Courtesy credit', unit_price_cents: -1 };
    const { status, body } = await agent.call(endpoints.createLineItemTemplate, { body: credit });
    expect([status, body.data.unit_price_cents]).toEqual([201, -1]);
  });

  it.each([
    [{ name: '  ' }, 'Please enter a template name'],
    [{ name: undefined }, 'Please enter a template name'],
    [{ description: '' }, 'Please enter a description for the line item'],
    [{ description: undefined }, 'Please enter a description for the line item'],
    [{ unit_price_cents: -1e12 }, 'unit_price_cents must be at least -9999999999'],
    [{ unit_price_cents: 1.5 }, 'unit_price_cents must be a whole number'],
    [{ unit_price_cents: 1e12 }, 'unit_price_cents must be at most 9999999999'],
    [{ surprise: 1 }, 'surprise is not a known field'],
  ])('reject %j', async (change, message) => {
    const agent = await signInAs(t.current);
    const { status, error } = await agent.call(endpoints.createLineItemTemplate, {
      body: { ...line, ...change } as never,
    });
    expect([status, error.message]).toEqual([400, message]);
  });

  it('are deleted once, and both actions are in the audit log', async () => {
    const agent = await signInAs(t.current);
    const { body } = await agent.call(endpoints.createLineItemTemplate, { body: line });
    const params = { id: body.id };
    expect((await agent.call(endpoints.deleteLineItemTemplate, { params })).status).toBe(200);
    const again = await agent.call(endpoints.deleteLineItemTemplate, { params });
    expect([again.status, again.error.message]).toEqual([404, 'Line item template not found.']);
    const left = await agent.call(endpoints.listLineItemTemplates);
    expect(left.body.data.map(({ id }) => id)).not.toContain(body.id);
    const rows = await t.current.deps.database.query<{ action: string; actor_id: number }>(
      `select action, actor_id from audit_events where entity = 'line_item_template' and entity_id = $1 order by id`,
      [body.id],
    );
    expect(rows).toEqual([
      { action: 'created', actor_id: agent.agent.id },
      { action: 'deleted', actor_id: agent.agent.id },
    ]);
  });

  it('store one row for repeated saves with one Idempotency-Key', async () => {
    const agent = await signInAs(t.current);
    const input = { body: { ...line, name: 'Once' }, headers: { 'idempotency-key': 'line-once-1' } };
    const one = await agent.call(endpoints.createLineItemTemplate, input);
    const two = await agent.call(endpoints.createLineItemTemplate, input);
    expect(two.body.id).toBe(one.body.id);
    const { body } = await agent.call(endpoints.listLineItemTemplates, { query: { search: 'once' } });
    expect(body.data).toHaveLength(1);
  });
});
