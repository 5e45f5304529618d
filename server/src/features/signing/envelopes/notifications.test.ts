import { listNotifications } from '@ledgerline/contract/notifications/endpoints';
import { openEnvelope, refreshSubmissionStatus } from '@ledgerline/contract/signing/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { ExternalEsign, signWith } from '#testing/external-esign.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';
import { applyEnvelopeEvent } from './apply-event.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
let provider: ExternalEsign;
let agent: Awaited<ReturnType<typeof signInAs>>;
let form_id: number;

beforeAll(async () => {
  await t.current.deps.jobs.start([
    { queue: 'mail', work: async () => undefined },
    { queue: 'esign-sync', work: async () => undefined },
  ]);
  agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
  provider = new ExternalEsign(t.current.clock, await buildPdf(1));
  provider.templates.push({
    id: 'T1',
    name: 'Advisory Agreement',
    version: 'v1',
    tabs: { checkboxTabs: [], listTabs: [] },
    recipients: ['advisor', 'client'],
    documents: [{ documentId: '1', name: 'agreement.pdf' }],
  });
  signWith(t.current.deps, provider);
  await agent.call(syncTemplates);
  const { body } = await agent.call(listTemplates);
  form_id = body.forms.find(({ docusign_template_id }) => docusign_template_id === 'T1')?.id ?? 0;
});

async function opened() {
  const client_id = await buildClient(t.current, { owner_agent_id: agent.agent.id });
  const { body } = await agent.call(createSubmission, { body: { client_id, form_id } });
  const answer = await agent.call(openEnvelope, { params: { id: String(body.id) } });
  const notifications = async () =>
    (await agent.call(listNotifications, { query: {} })).body.data
      .filter((notification) => notification.client_id === client_id)
      .map(({ kind, about }) => `${kind}: ${about}`);
  return { id: body.id, envelopeId: answer.body.envelopeId, notifications };
}

/** The provider reports the state of an envelope; webhooks may arrive more than once. */
const pushed = async (envelopeId: string) => {
  const state = await provider.status(envelopeId);
  return t.current.deps.database.transaction((db) =>
    applyEnvelopeEvent({ ...t.current.systemContext(), db }, state),
  );
};

it('notifies once when its client has signed, however often the provider reports it', async () => {
  const { id, envelopeId, notifications } = await opened();
  provider.sign(envelopeId, 'advisor');
  await pushed(envelopeId);
  expect(await notifications()).toEqual([]);
  provider.sign(envelopeId, 'client');
  await Promise.all([pushed(envelopeId), pushed(envelopeId)]);
  await agent.call(refreshSubmissionStatus, { params: { id } });
  expect(await notifications()).toEqual(['form_signed: Advisory Agreement']);
});

it('notifies as declined when a signer declines', async () => {
  const { envelopeId, notifications } = await opened();
  Object.assign(provider.of(envelopeId), { status: 'declined' });
  await pushed(envelopeId);
  await pushed(envelopeId);
  expect(await notifications()).toEqual(['form_declined: Advisory Agreement']);
});
