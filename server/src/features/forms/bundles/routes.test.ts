import * as endpoints from '@ledgerline/contract/bundles/endpoints';
import { createSession } from '@ledgerline/contract/sessions/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, buildTemplate, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
beforeEach(() => t.current.deps.database.query('delete from bundles'));

const owner = () => signInAs(t.current, { is_owner: true });
type Agent = Awaited<ReturnType<typeof owner>>;

const create = (agent: Agent, name: string, form_ids: number[]) =>
  agent.call(endpoints.createBundle, { body: { name, form_ids } });
const listed = async (agent: Agent) => (await agent.call(endpoints.listBundles)).body.bundles;
const names = async (agent: Agent) => (await listed(agent)).map(({ name }) => name);

async function twoTemplates(): Promise<[number, number]> {
  const one = await buildTemplate(t.current, { form_name_agent: 'Scope', display_order: 2 });
  const other = await buildTemplate(t.current, { form_name_agent: 'Welcome', display_order: 1 });
  return [one.id, other.id];
}

function auditOf(id: number) {
  return t.current.deps.database.query(
    `select action, field, old_value, new_value from audit_events where entity = 'bundle' and entity_id = $1 order by id`,
    [id],
  );
}

describe('bundles of templates', () => {
  it('are created with a trimmed name and shown to every agent, their forms in the order of the forms screen', async () => {
    const [scope, welcome] = await twoTemplates();
    const { status, body } = await create(await owner(), '  New Medicare client ', [scope, welcome, scope]);
    expect(status).toBe(201);
    expect(body.bundle).toEqual({
      id: body.id,
      name: 'New Medicare client',
      last_used_at: null,
      templates: [
        { form_id: welcome, name: 'Welcome', problem: null, is_archived: false },
        { form_id: scope, name: 'Scope', problem: null, is_archived: false },
      ],
    });
    expect(await listed(await signInAs(t.current))).toEqual([body.bundle]);
    expect(await auditOf(body.id)).toMatchObject([{ action: 'created' }]);
  });

  it('reject an empty name, a name in use, an empty set and an unknown form', async () => {
    const agent = await owner();
    const [scope] = await twoTemplates();
    await create(agent, 'Medicare', [scope]);
    const cases: [string, number[], number, string][] = [
      ['  ', [scope], 400, 'Please enter a bundle name'],
      [' MEDICARE ', [scope], 409, 'A bundle with this name already exists'],
      ['x'.repeat(101), [scope], 400, 'name must be at most 100 characters'],
      ['Other', [], 400, 'Please choose at least one form'],
      ['Other', Array.from({ length: 51 }, () => scope), 400, 'Please choose at most 50 forms'],
      [
        'Other',
        [scope, 999_999],
        400,
        'A selected form no longer exists as a template. Please choose again.',
      ],
    ];
    for (const [name, form_ids, status, message] of cases) {
      const answer = await create(agent, name, form_ids);
      expect([answer.status, answer.error.message]).toEqual([status, message]);
    }
    expect(await names(agent)).toEqual(['Medicare']);
  });

  it('are limited to one hundred', async () => {
    const agent = await owner();
    const [scope] = await twoTemplates();
    await t.current.deps.database.query(
      `insert into bundles (name, created_at, updated_at)
       select 'Bundle ' || n, now(), now() from generate_series(1, 100) n`,
    );
    const { status, error } = await create(agent, 'One more', [scope]);
    expect([status, error.message]).toEqual([
      409,
      'You already have 100 bundles. Delete one that is no longer used.',
    ]);
  });

  it('change name and forms, and audit the changes', async () => {
    const agent = await owner();
    const [scope, welcome] = await twoTemplates();
    const { body } = await create(agent, 'Medicare', [scope]);
    await create(agent, 'Life', [scope]);
    const update = (id: number, name: string, form_ids: number[]) =>
      agent.call(endpoints.updateBundle, { params: { id }, body: { name, form_ids } });
    const changed = await update(body.id, 'medicare', [welcome]);
    expect([changed.status, changed.body.bundle]).toMatchObject([
      200,
      { name: 'medicare', templates: [{ form_id: welcome }] },
    ]);
    expect((await update(body.id, 'LIFE', [welcome])).status).toBe(409);
    expect((await update(body.id, '', [welcome])).status).toBe(400);
    expect((await update(999_999, 'Other', [welcome])).error.message).toBe('Bundle not found.');
    expect(await auditOf(body.id)).toMatchObject([
      { action: 'created' },
      { action: 'updated', field: 'name' },
      { action: 'updated', field: 'form_ids' },
    ]);
  });

  it('are deleted alone: their templates stay, and a second deletion finds nothing', async () => {
    const agent = await owner();
    const [scope] = await twoTemplates();
    const { body } = await create(agent, 'Medicare', [scope]);
    const remove = () => agent.call(endpoints.deleteBundle, { params: { id: body.id } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    const remaining = await t.current.deps.database.query('select 1 from global_forms where id = $1', [
      scope,
    ]);
    expect(remaining).toHaveLength(1);
    expect(await auditOf(body.id)).toMatchObject([{ action: 'created' }, { action: 'deleted' }]);
  });

  it('created concurrently with one name exist once, and the other request gets an error', async () => {
    const [one, other] = [await owner(), await owner()];
    const [scope] = await twoTemplates();
    const answers = await Promise.all([
      create(one, 'Medicare', [scope]),
      create(other, 'medicare ', [scope]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.message).toBe(
      'A bundle with this name already exists',
    );
  });

  it('changed and deleted concurrently end deleted or rejected, never half-done', async () => {
    const [one, other] = [await owner(), await owner()];
    const [scope, welcome] = await twoTemplates();
    const { body } = await create(one, 'Medicare', [scope]);
    const params = { id: body.id };
    const [changed, deleted] = await Promise.all([
      one.call(endpoints.updateBundle, { params, body: { name: 'Medicare', form_ids: [welcome] } }),
      other.call(endpoints.deleteBundle, { params }),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(changed.status);
    expect(await listed(one)).toEqual([]);
  });

  it('give the reason for each form that cannot be used', async () => {
    const agent = await owner();
    const signed = { type: 'DocuSign', docusign_template_id: 'kept' };
    const gone = await buildTemplate(t.current, { form_name_agent: 'A gone' });
    const missing = await buildTemplate(t.current, {
      ...signed,
      form_name_agent: 'B missing',
      provider_missing_at: t.current.clock.now(),
    });
    const notReady = await buildTemplate(t.current, { type: 'DocuSign', form_name_agent: 'C not ready' });
    await create(agent, 'Medicare', [gone.id, missing.id, notReady.id]);
    await t.current.deps.database.query('delete from global_forms where id = $1', [gone.id]);
    const [bundle] = await listed(agent);
    expect(bundle?.templates).toEqual([
      {
        form_id: missing.id,
        name: 'B missing',
        problem: 'the e-signature provider no longer has it',
        is_archived: false,
      },
      { form_id: notReady.id, name: 'C not ready', problem: 'it cannot be signed yet', is_archived: false },
      { form_id: null, name: 'A gone', problem: 'the template was deleted', is_archived: false },
    ]);
  });

  it('are created and changed by owners and developers only', async () => {
    const [scope] = await twoTemplates();
    const plain = await signInAs(t.current);
    const params = { id: 1 };
    const body = { name: 'Medicare', form_ids: [scope] };
    expect((await plain.call(endpoints.createBundle, { body })).status).toBe(403);
    expect((await plain.call(endpoints.updateBundle, { params, body })).status).toBe(403);
    expect((await plain.call(endpoints.deleteBundle, { params })).status).toBe(403);
    expect((await t.current.call(endpoints.listBundles)).status).toBe(401);
    const developer = await signInAs(t.current, { is_developer: true });
    expect((await developer.call(endpoints.createBundle, { body })).status).toBe(201);
  });
});

describe('a session started with a bundle', () => {
  const start = async (agent: Agent, bundle_ids: number[]) =>
    agent.call(createSession, {
      body: { client_id: await buildClient(t.current), session_type: 'Session 1', bundle_ids },
    });

  it('lists it first for the agent who started it, and for no one else', async () => {
    const agent = await owner();
    const [scope] = await twoTemplates();
    for (const name of ['Annual', 'Life', 'Medicare']) await create(agent, name, [scope]);
    const [annual, life, medicare] = await listed(agent);
    await start(agent, [medicare?.id ?? 0]);
    t.current.clock.advance(60_000);
    await start(agent, [life?.id ?? 0]);
    expect(await names(agent)).toEqual(['Life', 'Medicare', 'Annual']);
    expect(await names(await signInAs(t.current))).toEqual(['Annual', 'Life', 'Medicare']);
    t.current.clock.advance(60_000);
    await Promise.all([start(agent, [annual?.id ?? 0]), start(agent, [annual?.id ?? 0])]);
    expect(await names(agent)).toEqual(['Annual', 'Life', 'Medicare']);
  });

  it('starts although the bundle was deleted in the meantime', async () => {
    const agent = await signInAs(t.current);
    expect((await start(agent, [999_999])).status).toBe(201);
  });
});
