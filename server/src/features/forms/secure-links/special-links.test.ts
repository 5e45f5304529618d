import {
  getSecureForm,
  openSessionForm,
  submitSecureForm,
} from '@ledgerline/contract/public-forms/endpoints';
import {
  createClientLink,
  createPublicLink,
  listClientLinks,
} from '@ledgerline/contract/secure-links/endpoints';
import { generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import {
  createSubmission,
  getSubmission,
  listTemplateSubmissions,
} from '@ledgerline/contract/submissions/endpoints';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, buildSession, buildSubmission, buildTemplate, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { lockFormOfClient } from './repository.ts';

const t = useTestApp();
const HOUR_MS = 3_600_000;
const after = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS).toISOString();

beforeEach(() => t.current.clock.set(TEST_NOW));

describe('the link of an e-signature form without a client', () => {
  it('has the keys of a form link, no client and the access type public', async () => {
    const agent = await signInAs(t.current);
    const template = await buildTemplate(t.current, { type: 'DocuSign', form_link_id: 'w-4' });
    const { status, body } = await agent.call(createPublicLink, {
      body: { formId: template.id, expirationHours: 24 },
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      formUrl: `http://localhost/sign/w-4/${body.data.token}`,
      expiresAt: after(24),
      sessionFormId: body.data.sessionFormId,
      token: body.data.token,
      title: template.form_name_client,
      status: 'pending',
      expiresSoon: true,
    });
    const read = await agent.call(getSubmission, { params: { id: body.data.sessionFormId } });
    expect(read.body.data).toMatchObject({
      client_id: null,
      session_id: null,
      access_type: 'public',
      display_status: 'Draft',
      secure_access_token: body.data.token,
    });
    expect(read.body.data.progress_session_id).toMatch(/^SEC_[A-Za-z0-9]{16}$/);
  });

  it('is the same for all requests, and each renews its expiry', async () => {
    const agent = await signInAs(t.current);
    const template = await buildTemplate(t.current, { type: 'DocuSign' });
    const request = () => agent.call(createPublicLink, { body: { formId: template.form_link_id } });
    const answers = await Promise.all([request(), request(), request()]);
    expect(new Set(answers.map(({ body }) => body.data.token)).size).toBe(1);
    t.current.clock.advance(5 * HOUR_MS);
    const again = await request();
    expect(again.body.data).toMatchObject({ token: answers[0]?.body.data.token, expiresAt: after(168 + 5) });
    const rows = await agent.call(listTemplateSubmissions, { params: { id: String(template.id) } });
    expect(rows.body.data).toHaveLength(1);
  });

  it('starts a new submission once the last one is signed or voided', async () => {
    const agent = await signInAs(t.current);
    const { id: formId } = await buildTemplate(t.current, { type: 'DocuSign' });
    const request = async () =>
      (await agent.call(createPublicLink, { body: { formId } })).body.data.sessionFormId;
    const ids = [await request()];
    for (const mark of ['is_completed = true', 'is_voided = true']) {
      await t.current.deps.database.query(`update session_forms set ${mark} where id = $1`, [ids.at(-1)]);
      ids.push(await request());
    }
    expect(new Set(ids).size).toBe(3);
  });

  it.each(['Web Form', 'PDF', 'Link'])('is not created for a %s', async (type) => {
    const agent = await signInAs(t.current);
    const { id } = await buildTemplate(t.current, { type });
    const { status, error } = await agent.call(createPublicLink, { body: { formId: id } });
    expect([status, error.message]).toEqual([409, 'Form not supported']);
  });
});

describe('the link of one named submission', () => {
  it('is found inside a session as well, and exists beside the link of the session', async () => {
    const agent = await signInAs(t.current);
    const session = await buildSession(t.current);
    const { body: form } = await agent.call(createSubmission, {
      body: { session_id: session.id, source_template_id: 'personal-info' },
    });
    const body = { formId: 'personal-info', clientId: session.client_id, sessionFormId: form.id };
    const { body: page } = await agent.call(generateSessionToken, { params: { id: session.id }, body: {} });
    const opened = await t.current
      .withToken(page.token)
      .call(openSessionForm, { params: { id: form.id }, body: {} });
    const created = await agent.call(createClientLink, { body });
    expect(created.body.data.sessionFormId).toBe(form.id);
    expect(opened.body.url).not.toContain(created.body.data.token);
    expect((await agent.call(createClientLink, { body })).body).toEqual(created.body);
    await agent.call(generateSessionToken, { params: { id: session.id }, body: { forceRegenerate: true } });
    const visitor = t.current.withToken(created.body.data.token);
    expect((await visitor.call(getSecureForm)).body.progress_session_id).toMatch(/^SEC_/);
    const links = await agent.call(listClientLinks, { params: { clientId: session.client_id } });
    expect(links.body.data.map(({ access_type }) => access_type)).toEqual(['client_access', 'client_new']);
  });

  it("is not issued for another client's submission, another form's, or an unknown one", async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const template = await buildTemplate(t.current, { type: 'DocuSign' });
    const theirs = await buildSubmission(t.current, {
      client_id: await buildClient(t.current),
      form_id: template.id,
    });
    const other = await buildSubmission(t.current, {
      client_id: clientId,
      form_id: (await buildTemplate(t.current)).id,
    });
    for (const sessionFormId of [theirs.id, other.id, 999_999]) {
      const { status, error } = await agent.call(createClientLink, {
        body: { formId: template.id, clientId, sessionFormId },
      });
      expect([status, error.message]).toEqual([404, 'Form not found.']);
    }
  });

  it('waits for other calls about the form and client before it locks the submission', async () => {
    const agent = await signInAs(t.current);
    const { database } = t.current.deps;
    const template = await buildTemplate(t.current, { type: 'DocuSign' });
    const clientId = await buildClient(t.current);
    const row = await buildSubmission(t.current, { client_id: clientId, form_id: template.id });
    const body = { formId: template.id, clientId, sessionFormId: row.id };
    let request: ReturnType<typeof agent.call<typeof createClientLink>> | undefined;
    await database.transaction(async (db) => {
      await lockFormOfClient(db, template.id, clientId);
      request = agent.call(createClientLink, { body });
      await expect
        .poll(() => database.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`))
        .not.toEqual([]);
      const free = await db.query('select id from session_forms where id = $1 for update skip locked', [
        row.id,
      ]);
      expect(free).toHaveLength(1);
    });
    expect((await request)?.status).toBe(200);
  });

  it('is rejected once it was submitted', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const body = { formId: 'personal-info', clientId };
    const first = await agent.call(createClientLink, { body });
    await t.current.withToken(first.body.data.token).call(submitSecureForm, {
      body: { form_data: sampleAnswers(), language: 'en' },
    });
    const { status, error } = await agent.call(createClientLink, {
      body: { ...body, sessionFormId: first.body.data.sessionFormId },
    });
    expect([status, error.message]).toEqual([409, 'This form has already been submitted.']);
  });
});

it('uses the global setting for form links when a call names no time', async () => {
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current);
  await t.current.deps.database.query(
    'insert into global_settings (default_form_expiration_days) values (30) on conflict (only_row) do update set default_form_expiration_days = 30',
  );
  const { body } = await agent.call(createClientLink, { body: { formId: 'personal-info', clientId } });
  expect(body.data.expiresAt).toBe(after(720));
  await t.current.deps.database.query('delete from global_settings');
});
