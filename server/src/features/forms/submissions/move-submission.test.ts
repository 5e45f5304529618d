import { listClientDocuments } from '@ledgerline/contract/documents/endpoints';
import { getSecureForm, openSessionForm } from '@ledgerline/contract/public-forms/endpoints';
import { deleteSession, generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import {
  createSubmission,
  deleteSubmission,
  getSubmission,
  unlinkSubmissionFromClient,
  unlinkSubmissionFromSession,
  updateSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import { describe, expect, it } from 'vitest';
import {
  buildClient,
  buildDocument,
  buildSession,
  buildSubmission,
  buildTemplate,
  signInAs,
} from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

async function setting() {
  const agent = await signInAs(t.current);
  const template = await buildTemplate(t.current);
  const session = await buildSession(t.current);
  return { agent, template, session };
}

describe('adding a submission to a session afterwards', () => {
  it("assigns the session's client, the last position and its documents", async () => {
    const { agent, session } = await setting();
    await buildSubmission(t.current, { session, order_index: 4 });
    const form = await buildSubmission(t.current, { title: 'Late' });
    const document = await buildDocument(t.current, { session_form_id: form.id, client_id: null });
    const { body } = await agent.call(updateSubmission, {
      params: { id: form.id },
      body: { session_id: session.id },
    });
    expect(body.data).toMatchObject({
      session_id: session.id,
      client_id: session.client_id,
      order_index: 5,
      title: 'Late',
    });
    const documents = await agent.call(listClientDocuments, { params: { id: session.client_id } });
    expect(documents.body.documents.map(({ id }) => id)).toEqual([document.id]);
  });

  it('rejects what does not belong there, with a message', async () => {
    const { agent, template, session } = await setting();
    const put = (id: number, body: object) => agent.call(updateSubmission, { params: { id }, body });
    const input = { session_id: session.id };
    const elsewhere = await buildSubmission(t.current, { session: await buildSession(t.current) });
    const others = await buildSubmission(t.current, { client_id: await buildClient(t.current) });
    await buildSubmission(t.current, { session, form_id: template.id });
    const twin = await buildSubmission(t.current, { form_id: template.id, title: 'Twin' });
    const free = await buildSubmission(t.current);
    const answers = [
      await put(elsewhere.id, input),
      await put(others.id, input),
      await put(twin.id, input),
      await put(free.id, { ...input, client_id: await buildClient(t.current) }),
      await put(free.id, { session_id: 999_999 }),
    ];
    expect(answers.map(({ status, error }) => [status, error.message])).toEqual([
      [409, 'This form is already in another session. Unlink it from that session first.'],
      [409, 'This session belongs to another client.'],
      [409, 'Twin is already in this session.'],
      [409, 'This session belongs to another client.'],
      [404, 'Session not found or has been deleted.'],
    ]);
    const untouched = await agent.call(getSubmission, { params: { id: free.id } });
    expect(untouched.body.data).toMatchObject({ session_id: null, client_id: null });
  });

  it('changes nothing when it is there already', async () => {
    const { agent, session } = await setting();
    const form = await buildSubmission(t.current, { session, order_index: 3 });
    const { status, body } = await agent.call(updateSubmission, {
      params: { id: form.id },
      body: { session_id: session.id },
    });
    expect([status, body.data.order_index]).toEqual([200, 3]);
  });
});

describe('what depends on a submission', () => {
  it('follows it to a client and away again', async () => {
    const { agent } = await setting();
    const client_id = await buildClient(t.current);
    const form = await buildSubmission(t.current);
    await buildDocument(t.current, { session_form_id: form.id, client_id: null });
    const params = { id: form.id };
    const documents = async () =>
      (await agent.call(listClientDocuments, { params: { id: client_id } })).body.documents.length;
    expect(await documents()).toBe(0);
    await agent.call(updateSubmission, { params, body: { client_id } });
    expect(await documents()).toBe(1);
    await agent.call(unlinkSubmissionFromClient, { params });
    expect(await documents()).toBe(0);
  });

  it('is removed with it: documents when it is deleted, the form links of the session when it leaves the session', async () => {
    const { agent, session } = await setting();
    const { body: page } = await agent.call(generateSessionToken, { params: { id: session.id }, body: {} });
    const { body } = await agent.call(createSubmission, {
      body: { session_id: session.id, source_template_id: 'personal-info' },
    });
    await buildDocument(t.current, { session_form_id: body.id, client_id: session.client_id });
    const opened = await t.current
      .withToken(page.token)
      .call(openSessionForm, { params: { id: body.id }, body: {} });
    const visitor = t.current.withToken(opened.body.url.split('/').at(-1) ?? '');
    expect((await visitor.call(getSecureForm)).status).toBe(200);
    await agent.call(unlinkSubmissionFromSession, { params: { id: body.id } });
    expect((await visitor.call(getSecureForm)).status).toBe(401);
    await agent.call(deleteSubmission, { params: { id: body.id } });
    const documents = await agent.call(listClientDocuments, { params: { id: session.client_id } });
    expect(documents.body.documents).toEqual([]);
    expect((await agent.call(deleteSession, { params: { id: session.id }, body: {} })).status).toBe(200);
  });
});
