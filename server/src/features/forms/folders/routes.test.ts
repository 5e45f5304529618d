import * as endpoints from '@ledgerline/contract/folders/endpoints';
import { createTemplate, getTemplate, listTemplates } from '@ledgerline/contract/templates/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
beforeEach(() => t.current.deps.database.query('delete from form_folders'));

const owner = () => signInAs(t.current, { is_owner: true });
type Agent = Awaited<ReturnType<typeof owner>>;

const create = (agent: Agent, label: string) => agent.call(endpoints.createFolder, { body: { label } });
async function createAll(agent: Agent, labels: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const label of labels) ids.push((await create(agent, label)).body.id);
  return ids;
}
async function stateOf(agent: Agent) {
  const { body } = await agent.call(endpoints.listFolders);
  return body.folders.map(({ label, priority }) => [label, priority]);
}

describe('folders of form templates', () => {
  it('are created with a trimmed name and come last', async () => {
    const agent = await owner();
    const first = await create(agent, '  Life ');
    expect([first.status, first.body]).toMatchObject([
      201,
      { success: true, id: first.body.id, data: { label: 'Life', priority: 1, forms_count: 0 } },
    ]);
    expect(first.body.folder).toEqual(first.body.data);
    await create(agent, 'Health');
    const plain = await signInAs(t.current);
    const { body } = await plain.call(endpoints.listFolders);
    expect(body.data).toEqual(body.folders);
    expect(body.data).toMatchObject([
      { label: 'Life', priority: 1 },
      { label: 'Health', priority: 2 },
    ]);
  });

  it('reject an empty name and a name in use, in any case, with the exact texts', async () => {
    const agent = await owner();
    const [life = 0, health = 0] = await createAll(agent, ['Life', 'Health']);
    const rename = (id: number, label: string) =>
      agent.call(endpoints.renameFolder, { params: { id }, body: { label } });
    const cases: [Promise<{ status: number; error: { message: string } }>, number, string][] = [
      [create(agent, '  '), 400, 'Please enter a folder name'],
      [create(agent, ' LIFE '), 409, 'A folder with this name already exists'],
      [rename(health, ''), 400, 'Folder name cannot be empty'],
      [rename(health, 'life'), 409, 'A folder with this name already exists'],
      [rename(999_999, 'x'), 404, 'Folder not found.'],
    ];
    for (const [answer, status, message] of cases) {
      const { status: actual, error } = await answer;
      expect([actual, error.message]).toEqual([status, message]);
    }
    const own = await rename(life, 'LIFE');
    expect([own.status, own.body.data.label]).toEqual([200, 'LIFE']);
    expect((await create(agent, 'x'.repeat(201))).status).toBe(400);
  });

  it('created concurrently with one name exist once, and the other request gets an error', async () => {
    const agent = await owner();
    const answers = await Promise.all(['Life', 'life', 'LIFE', 'Life '].map((label) => create(agent, label)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    for (const { status, error } of answers) {
      if (status === 409) expect(error.message).toBe('A folder with this name already exists');
    }
    await Promise.all(['A', 'B', 'C'].map((label) => create(agent, label)));
    expect((await stateOf(agent)).map(([, priority]) => priority)).toEqual([1, 2, 3, 4]);
  });

  it('are renumbered from 1; those not named follow in their order', async () => {
    const agent = await owner();
    const [a = 0, b = 0, c = 0, d = 0] = await createAll(agent, ['A', 'B', 'C', 'D']);
    await agent.call(endpoints.deleteFolder, { params: { id: b } });
    expect(await stateOf(agent)).toEqual([
      ['A', 1],
      ['C', 3],
      ['D', 4],
    ]);
    const sort = (priorities: { id: number; priority: number }[]) =>
      agent.call(endpoints.sortFolders, { body: { priorities } });
    const { status, body } = await sort([
      { id: d, priority: 40 },
      { id: c, priority: 7 },
    ]);
    expect(status).toBe(200);
    expect(body.data).toEqual(body.folders);
    expect(await stateOf(agent)).toEqual([
      ['C', 1],
      ['D', 2],
      ['A', 3],
    ]);
    expect((await sort([{ id: 999_999, priority: 1 }])).status).toBe(404);
    expect((await sort([{ id: a, priority: 1.5 }])).status).toBe(400);
    expect((await sort([{ id: a, priority: -1 }])).status).toBe(400);
  });

  it('count their forms, which become ungrouped and stay listed when the folder is deleted', async () => {
    const agent = await owner();
    const [folder = 0] = await createAll(agent, ['Life']);
    const { body: created } = await agent.call(createTemplate, {
      body: { type: 'PDF', form_name_agent: 'Plan', form_name_client: 'Plan', folder_id: folder },
    });
    const { body: listed } = await agent.call(endpoints.listFolders);
    expect(listed.data).toMatchObject([{ forms_count: 1 }]);
    const gone = await agent.call(endpoints.deleteFolder, { params: { id: folder } });
    expect([gone.status, gone.body.success]).toEqual([200, true]);
    expect(await stateOf(agent)).toEqual([]);
    const { body } = await agent.call(getTemplate, { params: { id: created.id } });
    expect(body.form.folder_id).toBeNull();
    const all = await agent.call(listTemplates);
    expect(all.body.forms.map(({ id }) => id)).toContain(created.id);
    expect((await agent.call(endpoints.deleteFolder, { params: { id: folder } })).status).toBe(404);
  });

  it('are changed by owners and developers only', async () => {
    const agent = await signInAs(t.current);
    const params = { id: 1 };
    const body = { label: 'x' };
    expect((await agent.call(endpoints.createFolder, { body })).status).toBe(403);
    expect((await agent.call(endpoints.renameFolder, { params, body })).status).toBe(403);
    expect((await agent.call(endpoints.deleteFolder, { params })).status).toBe(403);
    expect((await agent.call(endpoints.sortFolders, { body: { priorities: [] } })).status).toBe(403);
    expect((await t.current.call(endpoints.listFolders)).status).toBe(401);
    const developer = await signInAs(t.current, { is_developer: true });
    expect((await developer.call(endpoints.createFolder, { body })).status).toBe(201);
  });
});
