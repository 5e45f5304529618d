import { getTemplate, listTemplates } from '@ledgerline/contract/templates/endpoints';
import { describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

describe('form templates', () => {
  it('start with the personal information form, and any agent reads them', async () => {
    const agent = await signInAs(t.current);
    const { body } = await agent.call(listTemplates);
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
  });

  it('are read one by one under both names, costs in dollars', async () => {
    const agent = await signInAs(t.current);
    const [row] = await t.current.deps.database.query<{ id: number }>(
      `insert into global_forms (type, form_name_agent, form_name_client, base_cost, itemized_costs)
       values ('PDF', 'Plan', 'Plan', 12550, '{"checkboxTabs": {"Review": 5}}') returning id`,
    );
    const { body } = await agent.call(getTemplate, { params: { id: row?.id ?? 0 } });
    expect(body.form).toMatchObject({ base_cost: 125.5, itemized_costs: { checkboxTabs: { Review: 5 } } });
    expect(body.data).toEqual(body.form);
  });

  it('answer 404 for ids that nobody has, and 401 without an agent', async () => {
    const agent = await signInAs(t.current);
    expect((await agent.call(getTemplate, { params: { id: 999_999 } })).status).toBe(404);
    expect((await agent.call(getTemplate, { params: { id: 'x' as never } })).status).toBe(404);
    expect((await t.current.call(listTemplates)).status).toBe(401);
  });

  it('do not share a link id, whatever its case, unless it is blank', async () => {
    const insert = (linkId: string) =>
      t.current.deps.database.query(
        `insert into global_forms (type, form_name_agent, form_name_client, form_link_id) values ('PDF', 'a', 'a', $1)`,
        [linkId],
      );
    await insert('');
    await insert('');
    await expect(insert('Personal-Info')).rejects.toThrow(/global_forms_link_unique/);
  });
});
