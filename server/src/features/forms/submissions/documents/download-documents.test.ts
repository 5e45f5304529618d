import { attachSubmissionDocument, getSubmissionDocument } from '@ledgerline/contract/submissions/endpoints';
import { expect, it } from 'vitest';
import { buildSubmission, signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

it('names an attached PDF by its content', async () => {
  const agent = await signInAs(t.current);
  const { id } = await buildSubmission(t.current);
  const { status, body } = await agent.call(attachSubmissionDocument, {
    params: { id },
    ...uploadInput([{ name: 'letter.exe', content: buildPdf() }]),
  });
  expect([status, body.document.file_name]).toEqual([201, 'letter.exe.pdf']);
});

it("returns the provider's message for an unknown envelope", async () => {
  const agent = await signInAs(t.current);
  const { id } = await buildSubmission(t.current, { type: 'DocuSign', envelope_id: 'env_unknown' });
  const { status, error } = await agent.call(getSubmissionDocument, { params: { id } });
  expect([status, error.message]).toEqual([404, 'There is no such envelope.']);
});
