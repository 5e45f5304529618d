import { createBundle, listBundles } from '@ledgerline/contract/bundles/endpoints';
import type { QueryInput } from '@ledgerline/contract/endpoint';
import { getPublicForm, validateLink } from '@ledgerline/contract/public-forms/endpoints';
import { searchEverything } from '@ledgerline/contract/search/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, buildTemplate, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const owner = () => signInAs(t.current, { is_owner: true });
type Agent = Awaited<ReturnType<typeof owner>>;

const archive = (agent: Agent, id: number) => agent.call(endpoints.archiveTemplate, { params: { id } });
const restore = (agent: Agent, id: number) => agent.call(endpoints.restoreTemplate, { params: { id } });
async function listed(agent: Agent, query: QueryInput<typeof endpoints.listTemplates> = {}) {
  return (await agent.call(endpoints.listTemplates, { query })).body.forms.map(({ id }) => id);
}

describe('an archived template', () => {
  it('is left out of lists and the search until it is restored, with one audit row each', async () => {
    const agent = await owner();
    const { id } = await buildTemplate(t.current, { form_name_agent: 'Zebra Form', form_link_id: 'zebra' });
    const found = async () =>
      (await agent.call(searchEverything, { query: { q: 'zebra' } })).body.sections.flatMap(({ rows }) =>
        rows.map((row) => row.id),
      );
    expect([await listed(agent), await found()]).toEqual([expect.arrayContaining([id]), [id]]);
    const { status, body } = await archive(agent, id);
    expect([status, body.form.archived_at]).toEqual([200, t.current.clock.now().toISOString()]);
    expect((await archive(agent, id)).body.form.archived_at).toBe(body.form.archived_at);
    expect([await listed(agent), await found()]).toEqual([expect.not.arrayContaining([id]), []]);
    expect(await listed(agent, { counts: 'true' })).not.toContain(id);
    for (const counts of ['true', 'false'] as const)
      expect(await listed(agent, { counts, archived: 'true' })).toContain(id);
    expect((await restore(agent, id)).body.form).toMatchObject({ archived_at: null });
    expect((await restore(agent, id)).status).toBe(200);
    expect([await listed(agent), await found()]).toEqual([expect.arrayContaining([id]), [id]]);
    const rows = await t.current.deps.database.query(
      `select action, new_value from audit_events where entity = 'template' and entity_id = $1 order by id`,
      [id],
    );
    expect(rows).toMatchObject([{ action: 'archived' }, { action: 'restored' }]);
  });

  it('keeps its links, its bundles and the forms of clients working', async () => {
    const agent = await owner();
    const clientId = await buildClient(t.current);
    const [form] = (await agent.call(endpoints.listTemplates)).body.forms;
    const id = form?.id ?? 0;
    const { body: link } = await agent.call(createClientLink, {
      body: { formId: 'personal-info', clientId },
    });
    await agent.call(createBundle, { body: { name: 'With an archived form', form_ids: [id] } });
    await archive(agent, id);
    expect((await t.current.call(validateLink, { body: { token: link.data.token } })).body.state).toBe(
      'ready',
    );
    const params = { formLinkId: 'personal-info' };
    expect((await t.current.call(getPublicForm, { params })).status).toBe(200);
    expect((await agent.call(createSubmission, { body: { client_id: clientId, form_id: id } })).status).toBe(
      201,
    );
    const [bundle] = (await agent.call(listBundles)).body.bundles;
    expect(bundle?.templates).toMatchObject([{ form_id: id, problem: null, is_archived: true }]);
    await restore(agent, id);
  });

  it('keeps its link id, and the conflict says where it is', async () => {
    const agent = await owner();
    const { id } = await buildTemplate(t.current, { form_name_agent: 'Old Plan', form_link_id: 'old-plan' });
    await archive(agent, id);
    const names = { form_name_agent: 'New', form_name_client: 'New' };
    const body = { type: 'PDF', form_link_id: 'Old-Plan', ...names };
    const created = await agent.call(endpoints.createTemplate, { body });
    const message =
      'This Form Link ID belongs to the archived form “Old Plan”. Find it under Form Templates, Archived.';
    expect([created.status, created.error?.message]).toEqual([409, message]);
    const other = await buildTemplate(t.current, { form_link_id: 'other-plan' });
    const changed = await agent.call(endpoints.updateTemplate, {
      params: { id: other.id },
      body: { form_link_id: 'old-plan' },
    });
    expect([changed.status, changed.error?.message]).toEqual([409, message]);
  });

  it('is archived and restored by owners and developers only', async () => {
    const { id } = await buildTemplate(t.current);
    const agent = await signInAs(t.current);
    expect([(await archive(agent, id)).status, (await restore(agent, id)).status]).toEqual([403, 403]);
    expect((await archive(await owner(), 999_999)).status).toBe(404);
  });
});
