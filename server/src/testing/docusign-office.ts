import { listClientDocuments } from '@ledgerline/contract/documents/endpoints';
import { startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { createSession } from '@ledgerline/contract/sessions/endpoints';
import { openEnvelope } from '@ledgerline/contract/signing/endpoints';
import { createSubmission, getSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import type { Entered } from '@ledgerline/fakes/docusign/envelope-life';
import { FakeDocusign } from '@ledgerline/fakes/docusign/fake-docusign';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { jobHandlers } from '#app';
import { TEMPLATE_SYNC_QUEUE } from '#features/forms/templates/sync/run-sync.ts';
import { ESIGN_SYNC_QUEUE } from '#features/signing/envelopes/rules.ts';
import { EVENT_QUEUES } from '#features/webhooks/receive-event.ts';
import { createDocusignEsign } from '#providers/esign/docusign/docusign-esign.ts';
import { FakeTiming, PUBLIC_URL } from '#providers/esign/docusign/testing/docusign-fixture.ts';
import { buildClient, signInAs } from './factories.ts';
import { TEST_NOW, type TestApp, useTestApp } from './test-app.ts';

const QUEUES: string[] = [EVENT_QUEUES.esign, ESIGN_SYNC_QUEUE];
const MAX_TRIES = 8;
const WORKERS = 3;

interface Job {
  queue: string;
  data: object;
  tries: number;
}

export interface Office {
  t: TestApp;
  fake: FakeDocusign;
  /** Jobs that were sent and are queued; `work` runs them. */
  jobs: Job[];
  /** An owner who is an advisor. */
  agent: Awaited<ReturnType<typeof signInAs>>;
}

/** The complete product with DocuSign: a fake account, the real database, jobs that a test runs itself. */
export function useDocusignOffice(): { readonly current: Office } {
  let now = () => TEST_NOW;
  const fake = new FakeDocusign({ now: () => now() });
  const t = useTestApp(async () => {
    await fake.start();
    return fake.environment(PUBLIC_URL);
  });
  let office: Office | undefined;
  beforeAll(async () => {
    const { deps, clock } = t.current;
    now = () => clock.now();
    fake.polling.isEnforced = true;
    expect(deps.esign.name).toBe('docusign');
    const { wait, fetch } = new FakeTiming();
    deps.esign = createDocusignEsign({ ...deps, wait, fetch });
    const jobs: Job[] = [];
    const { send } = deps.jobs;
    vi.spyOn(deps.jobs, 'send').mockImplementation(async (db, queue, data) => {
      if (queue === TEMPLATE_SYNC_QUEUE) return send(db, queue, data);
      if (QUEUES.includes(queue)) jobs.push({ queue, data, tries: 0 });
    });
    fake.connect.connectTo(`${PUBLIC_URL}/api/webhooks/esign`);
    const agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
    office = { t: t.current, fake, jobs, agent };
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await fake.stop();
  });
  return {
    get current() {
      if (!office) throw new Error('the test office is not set up yet');
      return office;
    },
  };
}

/** Runs queued jobs and those they queue, several at once; a failed one is retried, as in the queue. */
export async function work({ t, jobs }: Office): Promise<void> {
  const handlers = jobHandlers(t.deps);
  const workOff = async (job: Job) => {
    const { queue, data, tries } = job;
    try {
      await handlers.find((each) => each.queue === queue)?.work(data);
    } catch (error) {
      if (tries + 1 === MAX_TRIES) throw error;
      jobs.push({ queue, data, tries: tries + 1 });
    }
  };
  while (jobs.length > 0) await Promise.all(jobs.splice(0, WORKERS).map(workOff));
}

/** Posts Connect messages to the webhook URL; returns the responses. */
export async function deliver({ t, fake }: Office, messages = fake.connect.drain()): Promise<number[]> {
  const statuses: number[] = [];
  for (const { body, headers } of messages) {
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/webhooks/esign',
      payload: body,
      headers,
    });
    statuses.push(response.statusCode);
  }
  return statuses;
}

/** A form of a client, in a session of its own. */
export interface OfficeForm {
  id: number;
  clientId: number;
  templateId: number;
  /** The options that the client selects. */
  entered: Entered;
}

const ENTERED: Readonly<Record<string, Entered>> = {
  'Advisory Agreement': { checkboxes: { financial_plan: true }, lists: { planning_package: 'Premier' } },
  'HIPAA Authorization': { checkboxes: { medical_records: true }, lists: { valid_for: '24 months' } },
};

export async function newForm({ t, agent }: Office, name = 'Advisory Agreement'): Promise<OfficeForm> {
  await agent.call(syncTemplates);
  const { body } = await agent.call(listTemplates);
  const template = body.forms.find(({ form_name_agent }) => form_name_agent === name);
  if (!template) throw new Error(`no template ${name}`);
  const clientId = await buildClient(t, { primary_email: 'ana@example.test' });
  const session = await agent.call(createSession, {
    body: { client_id: clientId, session_type: 'Session 1' },
  });
  const created = await agent.call(createSubmission, {
    body: { session_id: session.body.id, form_id: template.id },
  });
  expect(created.status).toBe(201);
  return { id: created.body.id, clientId, templateId: template.id, entered: ENTERED[name] ?? {} };
}

/** The advisor clicks, signs at DocuSign and returns; the envelope's id. */
export async function advisorSigns({ agent, fake }: Office, { id }: OfficeForm): Promise<string> {
  const opened = await agent.call(openEnvelope, { params: { id: String(id) } });
  expect([opened.status, opened.error.message]).toEqual([200, undefined]);
  const { envelopeId, embedded_url } = opened.body;
  expect(fake.open(embedded_url)).toMatchObject({ envelopeId, role: 'Advisor' });
  fake.sign(envelopeId, 'Advisor');
  return envelopeId;
}

/** The client follows their secure link; their URL at DocuSign, or null while it is not their turn. */
export async function clientAddress({ t, agent }: Office, form: OfficeForm): Promise<string | null> {
  const { id, clientId, templateId } = form;
  const link = await agent.call(createClientLink, {
    body: { formId: templateId, clientId, sessionFormId: id },
  });
  expect([link.status, link.error.message]).toEqual([expect.any(Number), undefined]);
  const started = await t.withToken(link.body.data.token).call(startSigning);
  expect([started.status, started.error.message]).toEqual([200, undefined]);
  return started.body.signing_url;
}

export async function clientSigns(office: Office, form: OfficeForm): Promise<string> {
  const address = await clientAddress(office, form);
  if (address === null) throw new Error('it is not the turn of the client');
  const { envelopeId } = office.fake.open(address);
  office.fake.sign(envelopeId, 'Client', form.entered);
  return envelopeId;
}

export async function readForm({ agent }: Office, { id }: OfficeForm) {
  return (await agent.call(getSubmission, { params: { id } })).body.data;
}

/** The form is complete, its one document is stored with the client once, and DocuSign has one envelope for it. */
export async function expectFiled(office: Office, form: OfficeForm): Promise<void> {
  const { agent, fake, t } = office;
  const row = await readForm(office, form);
  expect(row).toMatchObject({
    display_status: 'Completed',
    is_completed: true,
    pending_advisor_signature: false,
    has_client_signature: true,
    next_signer_role: null,
  });
  const { body } = await agent.call(listClientDocuments, { params: { id: form.clientId } });
  expect(body.documents.map(({ id }) => String(id))).toEqual([row.signed_document_id]);
  const keys = await t.deps.database.query<{ transaction_id: string; envelope_id: string }>(
    'select transaction_id, envelope_id from docusign_envelopes where idempotency_key = $1',
    [`session_form:${form.id}:${form.clientId}`],
  );
  expect(keys).toHaveLength(1);
  const [created, ...more] = fake.envelopesOf(keys[0]?.transaction_id ?? '');
  expect(more).toEqual([]);
  expect(created).toMatchObject({ envelopeId: keys[0]?.envelope_id, status: 'completed' });
}

/** DocuSign rejected nothing, and received every error that was meant for it. */
export function expectCleanFake({ fake }: Office): void {
  const { violations, pendingFailures } = fake.http;
  const polled = fake.polling.violations;
  expect({ violations, pendingFailures, polled, ignored: fake.ignored }).toEqual({
    violations: [],
    pendingFailures: 0,
    polled: [],
    ignored: [],
  });
}
