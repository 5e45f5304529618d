import { openEnvelope } from '@ledgerline/contract/signing/endpoints';
import { createSubmission, getSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { expect, it } from 'vitest';
import { CLIENT_INFO, signingInput } from '#providers/esign/builtin/testing/esign-fixture.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { reconcileEnvelopes } from './reconcile-envelopes.ts';

const t = useTestApp();

it('finds signatures whose server died before storing them', async () => {
  const agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
  await agent.call(syncTemplates);
  const { body } = await agent.call(listTemplates);
  const form = body.forms.find(({ form_name_agent }) => form_name_agent === 'Broker of Record Letter');
  const client_id = await buildClient(t.current);
  const created = await agent.call(createSubmission, { body: { client_id, form_id: form?.id ?? 0 } });
  const params = { id: created.body.id };
  const opened = await agent.call(openEnvelope, { params: { id: String(params.id) } });

  const { esign } = t.current.deps;
  if (!esign.hasOwnPage) throw new Error('the test needs the built-in provider');
  const ticket = esign.readTicket(opened.body.embedded_url.split('/').at(-1) ?? '');
  if (!ticket) throw new Error('no ticket');
  await esign.sign(ticket, signingInput('Olivia Owner'), CLIENT_INFO);
  const before = await agent.call(getSubmission, { params });
  expect(before.body.data.has_advisor_signature).toBe(false);

  await reconcileEnvelopes(t.current.deps);
  const after = await agent.call(getSubmission, { params });
  expect(after.body.data).toMatchObject({ has_advisor_signature: true, next_signer_role: 'client' });
});
