import { readFile } from 'node:fs/promises';
import {
  attachSubmissionDocument,
  downloadSubmission,
  getPublicFormDocument,
  getSubmissionDocument,
  removeSubmissionDocument,
} from '@ledgerline/contract/submissions/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, buildSubmission, signInAs } from '#testing/factories.ts';
import { uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const SAMPLE = new URL(
  '../../../../providers/esign/builtin/samples/HIPAA%20Authorization.pdf',
  import.meta.url,
);

type Agent = Awaited<ReturnType<typeof signInAs>>;
const attach = (agent: Agent, id: number, name: string, content: Buffer) =>
  agent.call(attachSubmissionDocument, {
    params: { id },
    ...uploadInput([{ name, content, field: 'file' }]),
  });

async function pdfForm() {
  const agent = await signInAs(t.current);
  const client_id = await buildClient(t.current);
  const row = await buildSubmission(t.current, { type: 'PDF', title: 'Privacy / notice', client_id });
  return { agent, id: row.id };
}

describe('the file of a PDF form', () => {
  it('is attached, replaced, opened at its address and removed', async () => {
    const { agent, id } = await pdfForm();
    const bytes = await readFile(SAMPLE);
    const none = await agent.call(getSubmissionDocument, { params: { id } });
    expect([none.status, none.error.message]).toEqual([404, 'No document available for download']);

    expect((await attach(agent, id, 'first.pdf', bytes)).status).toBe(201);
    const second = await attach(agent, id, 'second.pdf', bytes);
    expect(second.body.document).toMatchObject({ file_name: 'second.pdf', is_complete: false });
    const { body } = await agent.call(getSubmissionDocument, { params: { id } });
    expect(body.document.file_name).toBe('second.pdf');
    const opened = await t.current.app.inject({ url: body.document.signed_url });
    expect(opened.rawPayload.equals(bytes)).toBe(true);

    const removed = await agent.call(removeSubmissionDocument, { params: { id } });
    expect(removed.body.message).toBe('Document removed.');
    expect((await agent.call(removeSubmissionDocument, { params: { id } })).status).toBe(404);
  });

  it('is a PDF, on a form that is still open', async () => {
    const { agent, id } = await pdfForm();
    const wrong = await attach(agent, id, 'a.pdf', Buffer.from('hello'));
    expect([wrong.status, wrong.error.message]).toEqual([400, 'a.pdf is not a PDF file.']);
    const web = await buildSubmission(t.current, { type: 'Web Form' });
    const bytes = await readFile(SAMPLE);
    expect((await attach(agent, web.id, 'a.pdf', bytes)).status).toBe(409);
    expect((await attach(agent, 987_654, 'a.pdf', bytes)).status).toBe(404);
  });

  it('is not a signed document', async () => {
    const { agent, id } = await pdfForm();
    await attach(agent, id, 'a.pdf', await readFile(SAMPLE));
    const { status, error } = await agent.call(downloadSubmission, { params: { id } });
    expect([status, error.message]).toEqual([404, 'No document available for download']);
  });
});

describe('the public address of a finished document', () => {
  it.each(['', 'abc', 'a'.repeat(300)])('does not exist for the token %j', async (documentAccessToken) => {
    const { status } = await t.current.call(getPublicFormDocument, { params: { documentAccessToken } });
    expect([400, 404]).toContain(status);
  });
});
