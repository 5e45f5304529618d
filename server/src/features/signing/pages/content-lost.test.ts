import { listClientDocuments } from '@ledgerline/contract/documents/endpoints';
import { ERRORS } from '@ledgerline/contract/errors';
import { openSigning, submitSigning, uploadToLibrary } from '@ledgerline/contract/esign/endpoints';
import { listNotices } from '@ledgerline/contract/notices/endpoints';
import { startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { createSubmission, getSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { expect, it } from 'vitest';
import { sha256 } from '#providers/esign/builtin/template-limits.ts';
import { signedBefore } from '#providers/esign/builtin/testing/odd-pdfs.ts';
import { signaturePng } from '#providers/esign/builtin/testing/signature-png.ts';
import { formPdf } from '#providers/esign/builtin/testing/wild-pdfs.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const SIGNATURE = `data:image/png;base64,${signaturePng().toString('base64')}`;
const lastPart = (address: string | null) => address?.split('?')[0]?.split('/').at(-1) ?? '';

it('a PDF that was signed before is rejected at upload, by the name of its signer', async () => {
  const agent = await signInAs(t.current, { is_owner: true });
  const file = { name: 'Signed.pdf', content: await signedBefore(), field: 'file' };
  const { status, error } = await agent.call(uploadToLibrary, uploadInput([file]));
  expect([status, error.message]).toEqual([
    400,
    'Already signed by Ana Before; adding a signature would invalidate it. Print to PDF to sign a copy.',
  ]);
});

it('a document that would lose content is not signed: nothing is filed, and its agent knows why', async () => {
  const agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
  const file = { name: 'Agreement.pdf', content: await formPdf(), field: 'file' };
  await agent.call(uploadToLibrary, uploadInput([file]));
  await agent.call(syncTemplates);
  const { forms } = (await agent.call(listTemplates)).body;
  const formId = forms.find(({ form_name_agent }) => form_name_agent === 'Agreement')?.id ?? 0;
  const clientId = await buildClient(t.current, { owner_agent_id: agent.agent.id });
  const { id } = (await agent.call(createSubmission, { body: { client_id: clientId, form_id: formId } }))
    .body;
  const link = await agent.call(createClientLink, { body: { formId, clientId, sessionFormId: id } });
  const started = await t.current.withToken(link.body.data.token).call(startSigning);
  const signer = t.current.withToken(lastPart(started.body.signing_url));
  await signer.call(openSigning);
  await replaceDocument(await signedBefore());

  const signature = { method: 'drawn' as const, name: 'Ana Prueba', image: SIGNATURE };
  const answer = await signer.call(submitSigning, {
    body: { consent: true, language: 'es', signature, values: {} },
  });

  expect([answer.status, answer.error.code, answer.error.message]).toEqual([
    409,
    'content_lost',
    ERRORS.content_lost.words,
  ]);
  const [envelope] = await t.current.deps.database.query<Record<string, unknown>>(
    `select e.status, e.sealed_key, s.status as signer, s.signature_image, s.field_values
     from esign_envelopes e join esign_signers s on s.envelope_row = e.id`,
  );
  expect(envelope).toEqual({
    status: 'delivered',
    sealed_key: null,
    signer: 'waiting',
    signature_image: null,
    field_values: null,
  });
  const { documents } = (await agent.call(listClientDocuments, { params: { id: clientId } })).body;
  expect(documents).toEqual([]);
  expect((await agent.call(getSubmission, { params: { id } })).body).not.toMatchObject({
    is_completed: true,
  });
  const notices = (await agent.call(listNotices, { query: {} })).body.data;
  expect(notices.map(({ kind, about }) => `${kind}: ${about}`)).toEqual([
    `form_not_completed: Agreement: ${ERRORS.content_lost.words}`,
  ]);
});

/** An envelope from before PDFs were inspected for what signing would destroy. */
async function replaceDocument(bytes: Buffer): Promise<void> {
  const [row] = await t.current.deps.database.query<{ template_key: string }>(
    'select template_key from esign_envelopes',
  );
  if (!row) throw new Error('there is no envelope');
  await t.current.deps.storage.put(row.template_key, bytes);
  await t.current.deps.database.query('update esign_envelopes set template_sha256 = $1', [sha256(bytes)]);
}
