import type { BodyInput } from '@ledgerline/contract/endpoint';
import { createFolder } from '@ledgerline/contract/folders/endpoints';
import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
beforeEach(() =>
  t.current.deps.database.query(`delete from global_forms where form_link_id <> 'personal-info'`),
);

const owner = () => signInAs(t.current, { is_owner: true });
type Agent = Awaited<ReturnType<typeof owner>>;
type Input = BodyInput<typeof endpoints.createTemplate>;

const NAMES = { form_name_agent: 'Plan', form_name_client: 'Your plan' };
const create = (agent: Agent, body: Partial<Input> = {}) =>
  agent.call(endpoints.createTemplate, { body: { type: 'PDF', ...NAMES, ...body } });
const update = (agent: Agent, id: number, body: BodyInput<typeof endpoints.updateTemplate>) =>
  agent.call(endpoints.updateTemplate, { params: { id }, body });
async function folderOf(agent: Agent, label: string): Promise<number> {
  return (await agent.call(createFolder, { body: { label } })).body.id;
}

describe('form templates', () => {
  it('start with the personal information form, readable by any agent', async () => {
    const agent = await signInAs(t.current);
    const { body } = await agent.call(endpoints.listTemplates);
    expect(body.forms).toMatchObject([
      {
        type: 'Web Form',
        form_name_agent: 'Personal Information',
        form_link_id: 'personal-info',
        base_cost: 0,
        square_account: 'BFS',
        folder_id: null,
      },
    ]);
    expect(body.forms[0]).not.toHaveProperty('counts');
    expect(body.forms[0]).not.toHaveProperty('synced_version');
  });

  it('return 404 for unknown ids, and 401 without an agent', async () => {
    const agent = await owner();
    expect((await agent.call(endpoints.getTemplate, { params: { id: 999_999 } })).status).toBe(404);
    expect((await agent.call(endpoints.getTemplate, { params: { id: 'x' as never } })).status).toBe(404);
    expect((await update(agent, 999_999, {})).status).toBe(404);
    expect((await t.current.call(endpoints.listTemplates)).status).toBe(401);
  });

  it('are created, changed and sorted by owners and developers only', async () => {
    const agent = await signInAs(t.current);
    const body = { folder_id: null, order: [] };
    expect((await create(agent)).status).toBe(403);
    expect((await update(agent, 1, { notes: 'x' })).status).toBe(403);
    expect((await agent.call(endpoints.sortTemplates, { body })).status).toBe(403);
    expect((await agent.call(endpoints.syncTemplates)).status).toBe(403);
    expect((await create(await signInAs(t.current, { is_developer: true }))).status).toBe(201);
  });

  it('are listed by display order, then by agent name', async () => {
    const agent = await owner();
    for (const [name, display_order] of [
      ['beta', 2],
      ['Alpha', 2],
      ['Zeta', 1],
    ] as const) {
      await create(agent, { form_name_agent: name, display_order });
    }
    const { body } = await agent.call(endpoints.listTemplates);
    const names = body.forms.filter(({ type }) => type === 'PDF').map((form) => form.form_name_agent);
    expect(names).toEqual(['Zeta', 'Alpha', 'beta']);
  });

  it('accept options that are stored as plain strings', async () => {
    const agent = await owner();
    const { body: created } = await create(agent, { type: 'DocuSign' });
    await t.current.deps.database.query('update global_forms set tab_metadata = $2 where id = $1', [
      created.id,
      JSON.stringify({ checkboxTabs: ['Review', { tabLabel: 'Tax' }] }),
    ]);
    const { body } = await agent.call(endpoints.getTemplate, { params: { id: created.id } });
    expect(body.form.tab_metadata).toEqual({
      checkboxTabs: [{ tabLabel: 'Review' }, { tabLabel: 'Tax' }],
      listTabs: [],
    });
  });

  it('store the signers sent at creation', async () => {
    const agent = await owner();
    const signers = {
      next_signer_role: 'advisor',
      pending_advisor_signature: true,
      pending_client_signature: true,
    };
    const { status, body } = await create(agent, { type: 'DocuSign', ...signers });
    expect(status).toBe(201);
    expect(body.form).toMatchObject(signers);
  });

  it('treat null as a one-time payment', async () => {
    const agent = await owner();
    const { body: created } = await create(agent, { payment_frequency: 'monthly' });
    const call = (payment_frequency: null | 'weekly') =>
      agent.call(endpoints.updateTemplate, {
        params: { id: created.id },
        body: { payment_frequency } as never,
      });
    expect((await call(null)).body.form.payment_frequency).toBe('');
    expect((await call('weekly')).error.message).toBe('payment_frequency must be empty, monthly or annually');
  });

  it('count their submissions on request: voided ones in the total only', async () => {
    const agent = await owner();
    const { body: created } = await create(agent);
    const { body: empty } = await create(agent);
    const states = ['pending', 'sent', 'completed', 'voided'];
    for (const [n, status] of states.entries()) {
      await t.current.deps.database.query(
        `insert into session_forms (form_id, title, type, status, is_voided, created_at, updated_at)
         values ($1, 'x', 'PDF', $2, $3, now(), $4)`,
        [created.id, status, status === 'voided', `2026-01-0${n + 1}T00:00:00Z`],
      );
    }
    const { body } = await agent.call(endpoints.listTemplates, { query: { counts: 'true' } });
    const countsOf = (id: number) => body.forms.find((form) => form.id === id)?.counts;
    expect(countsOf(created.id)).toEqual({
      total: 4,
      completed: 1,
      in_progress: 2,
      last_activity: '2026-01-04T00:00:00.000Z',
    });
    expect(countsOf(empty.id)).toEqual({ total: 0, completed: 0, in_progress: 0, last_activity: null });
    await t.current.deps.database.query('delete from session_forms');
  });
});

describe('sorting the forms of a folder', () => {
  it('numbers them from 1; those not named follow', async () => {
    const agent = await owner();
    const folder_id = await folderOf(agent, 'Sorted');
    const ids: number[] = [];
    for (const form_name_agent of ['A', 'B', 'C', 'D']) {
      ids.push((await create(agent, { folder_id, form_name_agent, display_order: 7 })).body.id);
    }
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const sort = (order: number[], folder: number | null = folder_id) =>
      agent.call(endpoints.sortTemplates, { body: { folder_id: folder, order } });
    const changedAt = async () => {
      const { forms } = (await agent.call(endpoints.listTemplates)).body;
      return Object.fromEntries(forms.map((form) => [form.id, form.updated_at]));
    };
    const before = await changedAt();
    t.current.clock.advance(1000);
    const { status, body } = await sort([d, b, d]);
    expect(await changedAt()).toEqual(before);
    expect(status).toBe(200);
    expect(body.data).toEqual([d, b, a, c].map((id, at) => ({ id, display_order: at + 1 })));
    const { body: list } = await agent.call(endpoints.listTemplates);
    const inFolder = list.forms.filter((form) => form.folder_id === folder_id);
    expect(inFolder.map(({ id }) => id)).toEqual([d, b, a, c]);
    const { body: elsewhere } = await create(agent);
    const foreign = await sort([elsewhere.id]);
    expect([foreign.status, foreign.error.code]).toEqual([409, 'conflict']);
    expect((await sort([], 999_999)).status).toBe(404);
    expect((await sort([elsewhere.id], null)).status).toBe(200);
  });
});
