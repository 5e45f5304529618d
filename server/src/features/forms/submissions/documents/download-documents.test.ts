import { attachSubmissionDocument, getSubmissionDocument } from '@ledgerline/contract/submissions/endpoints';
import { expect, it } from 'vitest';
import { buildSubmission, signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

it('gives an attached PDF a name that says what it is', async () => {
  const agent = await signInAs(t.current);
  const { id } = await buildSubmission(t.current);
  const { status, body } = await agent.call(attachSubmissionDocument, {
    params: { id },
    ...uploadInput([{ name: 'letter.exe', content: buildPdf() }]),
  });
  expect([status, body.document.file_name]).toEqual([201, 'letter.exe.pdf']);
});

it('says what the provider says of an envelope that it does not know', async () => {
  const agent = await signInAs(t.current);
  const { id } = await buildSubmission(t.current, { type: 'DocuSign', envelope_id: 'env_unknown' });
  const { status, error } = await agent.call(getSubmissionDocument, { params: { id } });
  expect([status, error.message]).toEqual([404, 'There is no such envelope.']);
});
