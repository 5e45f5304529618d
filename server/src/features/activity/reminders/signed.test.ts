import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import { startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { openSigning, submitSigning } from '@ledgerline/contract/signing/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { jobHandlers } from '#app';
import { TEMPLATE_SYNC_QUEUE } from '#features/forms/templates/sync/run-sync.ts';
import { signaturePng } from '#providers/esign/builtin/testing/signature-png.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useReminders } from '#testing/reminders.ts';

const { t, live, deliver, reminders, lineOf } = useReminders();
const SIGNATURE = `data:image/png;base64,${signaturePng().toString('base64')}`;

// What follows from a signature is queued, and not run here.
beforeAll(async () => {
  await t.current.deps.jobs.stop();
  const queues = jobHandlers(t.current.deps)
    .filter(({ queue }) => queue !== TEMPLATE_SYNC_QUEUE)
    .map(({ queue }) => ({ queue, work: async () => undefined }));
  await t.current.deps.jobs.start(queues);
});

/** A document that only the client signs, emailed to them with a link for 30 days. */
async function emailedDocument() {
  const agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
  await agent.call(syncTemplates);
  const { forms } = (await agent.call(listTemplates)).body;
  const form_id = forms.find(({ form_name_agent }) => form_name_agent === 'HIPAA Authorization')?.id ?? 0;
  const clientId = await buildClient(t.current, { primary_email: 'eva@example.test' });
  const { id } = (await agent.call(createSubmission, { body: { client_id: clientId, form_id } })).body;
  const body = { formId: form_id, clientId, sessionFormId: id, expirationHours: 720 };
  const { token } = (await agent.call(createClientLink, { body })).body.data;
  expect((await agent.call(emailLink, { body: { session_form_id: id } })).status).toBe(201);
  await deliver();
  return { clientId, id, visitor: t.current.withToken(token) };
}

it('a client is reminded of a document, signs it, and is never reminded again', async () => {
  const { clientId, id, visitor } = await emailedDocument();
  await live('2026-11-02T22:00:00Z', 2.5);
  expect(await reminders(clientId)).toHaveLength(1);

  const { body: started } = await visitor.call(startSigning);
  const ticket = new URL(started.signing_url ?? '', 'http://localhost').pathname.split('/').at(-1) ?? '';
  const signer = t.current.withToken(ticket);
  const { fields } = (await signer.call(openSigning)).body.data;
  const mine = fields.filter(({ is_mine, kind }) => is_mine && kind !== 'signature');
  const values = Object.fromEntries(
    mine.map(({ name, kind, value }) => [
      name,
      value || (kind === 'checkbox' ? false : kind === 'list' ? '' : 'Eva Prueba'),
    ]),
  );
  const signature = { method: 'drawn', name: 'Eva Prueba', image: SIGNATURE } as const;
  const signed = await signer.call(submitSigning, {
    body: { consent: true, language: 'en', signature, values },
  });
  expect([signed.error.message, signed.body.state]).toEqual([undefined, 'completed']);

  await live('2026-11-05T12:00:00Z', 60, 6);
  expect(await reminders(clientId)).toHaveLength(1);
  expect(await lineOf('form', id)).toMatchObject({ state: 'stopped', reason: 'done', next_at: null });
});
