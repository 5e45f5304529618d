import { deleteClient, getRelatedData } from '@ledgerline/contract/clients/endpoints';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import {
  getSecureForm,
  saveFormProgress,
  submitPublicForm,
  submitSecureForm,
} from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import {
  deleteSubmission,
  getCompleteSubmission,
  getSubmission,
  listClientSubmissions,
  listSessionSubmissions,
  listTemplateSubmissions,
  readSubmission,
  revealSubmissionField,
  unlinkSubmissionFromClient,
  unlinkSubmissionFromSession,
  updateSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { describe, expect, it } from 'vitest';
import { buildClient, buildSession, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let temporary = 0;

async function addForm() {
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current, {
    client_first_name: 'Zoe',
    primary_email: 'zoe@example.test',
    dob: '1961-05-31',
  });
  const { body } = await agent.call(createClientLink, { body: { formId: 'personal-info', clientId } });
  const id = body.data.sessionFormId;
  return { agent, clientId, id, params: { id }, visitor: t.current.withToken(body.data.token) };
}

async function submitted() {
  const form = await addForm();
  await form.visitor.call(submitSecureForm, { body: { form_data: sampleAnswers(), language: 'en' } });
  return form;
}

/** Submitted without a token; has no client. */
async function unassigned() {
  const agent = await signInAs(t.current);
  const progress_session_id = `TEMP_${String(++temporary).padStart(16, '0')}`;
  await t.current.call(submitPublicForm, {
    params: { formLinkId: 'personal-info' },
    body: { form_data: sampleAnswers(), language: 'en', progress_session_id },
  });
  const { body } = await agent.call(listTemplateSubmissions, { params: { id: 'personal-info' } });
  const id = body.data.find((row) => row.progress_session_id === progress_session_id)?.id ?? 0;
  return { agent, params: { id } };
}

async function setColumn(id: number, set: string): Promise<void> {
  await t.current.deps.database.query(`update session_forms set ${set} where id = $1`, [id]);
}

describe('reading submissions', () => {
  it('returns a new one as pending and ready, with its client and its link', async () => {
    const { agent, clientId, id, params } = await addForm();
    const { body } = await agent.call(getSubmission, { params });
    expect(body.data).toMatchObject({
      id,
      client_id: clientId,
      session_id: null,
      title: 'Personal Information',
      type: 'Web Form',
      form_link_id: 'personal-info',
      status: 'pending',
      display_status: 'Ready',
      category: 'new',
      form_data: null,
      is_completed: false,
      access_type: 'client_new',
      client_first_name: 'Zoe',
      first_name: 'Zoe',
      client_email: 'zoe@example.test',
      date_of_birth: '1961-05-31',
      final_form_total: 0,
      total_steps: 11,
    });
    expect(body.data.access_token_expires_at).toBe(body.data.expires_at);
  });

  it('lists those of a client, a template and a session without the answers', async () => {
    const { agent, clientId, id } = await submitted();
    const session = await buildSession(t.current, { client_id: clientId });
    await setColumn(id, `session_id = ${session.id}`);
    const ofClient = await agent.call(listClientSubmissions, { params: { id: clientId } });
    const ofTemplate = await agent.call(listTemplateSubmissions, { params: { id: 'personal-info' } });
    const byNumber = await agent.call(listTemplateSubmissions, {
      params: { id: String(ofClient.body.data[0]?.form_id) },
    });
    const ofSession = await agent.call(listSessionSubmissions, { params: { id: session.id } });
    for (const rows of [
      ofClient.body.data,
      ofTemplate.body.sessionForms,
      byNumber.body.data,
      ofSession.body.sessionForms,
    ]) {
      expect(rows.find((row) => row.id === id)).toMatchObject({ has_form_data: true, category: 'complete' });
      expect(JSON.stringify(rows)).not.toMatch(/form_data":\{|219-09/);
    }
    expect(ofTemplate.body.data).toEqual(ofTemplate.body.sessionForms);
  });

  it('masks Social Security, account and routing numbers', async () => {
    const { agent, params } = await submitted();
    for (const endpoint of [getSubmission, getCompleteSubmission]) {
      const { body } = await agent.call(endpoint, { params });
      expect(body.data.form_data).toMatchObject({
        personalInfo: { ssn: '•••-••-9999' },
        banking: { accountNumber: '••••6789', routingNumber: '••••0015' },
      });
      expect(JSON.stringify(body)).not.toMatch(/219-09-9999|000123456789/);
    }
  });

  it('reveals one masked answer and logs the agent', async () => {
    const { agent, id, params } = await submitted();
    const field = 'banking.accountNumber';
    const { body } = await agent.call(revealSubmissionField, { params, body: { field } });
    expect(body).toEqual({ success: true, field, value: '000123456789' });
    const rows = await t.current.deps.database.query(
      `select actor_id, field from audit_events where entity = 'session_form' and entity_id = $1 and action = 'revealed'`,
      [id],
    );
    expect(rows).toEqual([{ actor_id: agent.agent.id, field }]);
    const open = await agent.call(revealSubmissionField, {
      params,
      body: { field: 'personalInfo.firstName' },
    });
    expect(open.status).toBe(400);
  });

  it('is marked as read by the first agent who opens it, while reading the data marks nothing', async () => {
    const { agent, params } = await submitted();
    expect((await agent.call(getCompleteSubmission, { params })).body.data.read_at).toBeNull();
    const first = await agent.call(readSubmission, { params });
    t.current.clock.advance(60_000);
    expect((await agent.call(readSubmission, { params })).body.read_at).toBe(first.body.read_at);
    expect((await agent.call(getSubmission, { params })).body.data.read_at).toBe(first.body.read_at);
  });

  it('returns 404 for unknown ids and clients, and 401 without an agent', async () => {
    const agent = await signInAs(t.current);
    const params = { id: 999_999 };
    for (const endpoint of [
      getSubmission,
      getCompleteSubmission,
      readSubmission,
      deleteSubmission,
      listClientSubmissions,
      unlinkSubmissionFromClient,
      unlinkSubmissionFromSession,
    ]) {
      expect((await agent.call(endpoint, { params })).status, endpoint.path).toBe(404);
      expect((await t.current.call(endpoint, { params })).status, endpoint.path).toBe(401);
    }
    expect((await agent.call(updateSubmission, { params, body: { title: 'x' } })).status).toBe(404);
    expect((await agent.call(listTemplateSubmissions, { params: { id: 'nothing' } })).status).toBe(404);
  });
});

describe('changing submissions', () => {
  it('changes the fields sent, leaves the others and sanitizes the notes', async () => {
    const { agent, id, params } = await submitted();
    const before = (await agent.call(getSubmission, { params })).body.data;
    const { body } = await agent.call(updateSubmission, {
      params,
      body: { title: ' Intake ', notes: '<p>Call <b>back</b></p><script>alert(1)</script>' },
    });
    expect(body.data).toEqual({
      ...before,
      title: 'Intake',
      notes: '<p>Call <b>back</b></p>',
      updated_at: body.data.updated_at,
    });
    const rows = await t.current.deps.database.query<{ field: string }>(
      `select field from audit_events where entity = 'session_form' and entity_id = $1 and action = 'updated' order by id`,
      [id],
    );
    expect(rows.map(({ field }) => field)).toEqual(['title', 'notes']);
  });

  it.each([
    [{ title: '  ' }],
    [{ title: 'x'.repeat(301) }],
    [{ title: 'a\u0000' }],
    [{ status: 'nonsense' }],
    [{ form_data: {} }],
    [{ order_index: -1 }],
  ])('rejects %j', async (body) => {
    const { agent, params } = await addForm();
    expect((await agent.call(updateSubmission, { params, body: body as never })).status).toBe(400);
  });

  it("links a visitor's submission to a client, and to only one", async () => {
    const { agent, params } = await unassigned();
    const clientId = await buildClient(t.current, { client_first_name: 'Zoe' });
    const other = await buildClient(t.current);
    const linked = await agent.call(updateSubmission, { params, body: { client_id: clientId } });
    expect(linked.body.data).toMatchObject({ client_id: clientId, client_first_name: 'Zoe' });
    expect((await agent.call(updateSubmission, { params, body: { client_id: other } })).status).toBe(409);
    expect((await agent.call(updateSubmission, { params, body: { client_id: 999_999 } })).status).toBe(404);
  });

  it('unlinks from the client outside a session only, and preserves the data', async () => {
    const { agent, id, clientId, params } = await submitted();
    const session = await buildSession(t.current, { client_id: clientId });
    await setColumn(id, `session_id = ${session.id}`);
    const rejected = await agent.call(unlinkSubmissionFromClient, { params });
    expect([rejected.status, rejected.error.message]).toEqual([
      409,
      'This form is in a session. Unlink it from the session first.',
    ]);
    const left = await agent.call(unlinkSubmissionFromSession, { params });
    expect(left.body).toEqual({ success: true, message: 'Form unlinked from session.' });
    expect((await agent.call(unlinkSubmissionFromSession, { params })).status).toBe(409);
    const unlinked = await agent.call(unlinkSubmissionFromClient, { params });
    expect(unlinked.body).toEqual({ success: true, message: 'Form unlinked from client.' });
    const { body } = await agent.call(getSubmission, { params });
    expect(body.data).toMatchObject({ client_id: null, session_id: null, first_name: 'Rosa' });
    expect(body.data.form_data).toMatchObject({ personalInfo: { firstName: 'Rosa' } });
    expect((await agent.call(unlinkSubmissionFromClient, { params })).status).toBe(409);
  });

  it('deletes permanently, together with its link', async () => {
    const { agent, params, visitor } = await addForm();
    await visitor.call(saveFormProgress, { body: { step: 0, form_data: {} } });
    expect((await agent.call(deleteSubmission, { params })).body).toEqual({
      success: true,
      message: 'Form deleted.',
    });
    expect((await agent.call(getSubmission, { params })).status).toBe(404);
    expect((await visitor.call(getSecureForm)).status).toBe(401);
  });

  it('does not delete a form that is out for signature', async () => {
    const { agent, id, params } = await addForm();
    await setColumn(id, `envelope_id = 'e-1', status = 'sent'`);
    expect((await agent.call(deleteSubmission, { params })).status).toBe(409);
    await setColumn(id, `is_voided = true`);
    expect((await agent.call(deleteSubmission, { params })).status).toBe(200);
  });

  it('prevents deleting its client until it is gone', async () => {
    const { agent, clientId, params } = await addForm();
    const client = { params: { id: clientId } };
    expect((await agent.call(getRelatedData, client)).body.data).toMatchObject({
      forms: 1,
      hasRelated: true,
    });
    expect((await agent.call(deleteClient, client)).status).toBe(409);
    await agent.call(unlinkSubmissionFromClient, { params });
    expect((await agent.call(deleteClient, client)).status).toBe(200);
  });

  it('publishes to open screens', async () => {
    const received: LiveEvent[] = [];
    const stop = t.current.deps.live.subscribe((event) => received.push(event));
    const { id, params, visitor } = await addForm();
    await visitor.call(submitSecureForm, { body: { form_data: sampleAnswers(), language: 'en' } });
    const owner = await signInAs(t.current, { is_owner: true });
    await owner.call(deleteSubmission, { params, body: { confirm_title: 'Personal Information' } });
    const about = () => received.filter(({ kind, ids }) => kind === 'submissions' && ids?.includes(id));
    await expect
      .poll(() => about().map(({ action }) => action))
      .toEqual(['created', 'updated', 'updated', 'deleted']);
    stop();
  });
});
