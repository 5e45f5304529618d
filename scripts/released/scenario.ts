import { createHash } from 'node:crypto';
import type { ReleasedFacts } from '../../server/src/testing/released/facts.ts';
import { samplePdf } from '../demo/sample-files.ts';
import { type SigningPage, sampleSigning } from '../sample-signing.ts';
import { OWNER, type Portal } from './portal.ts';

type Facts = Pick<
  ReleasedFacts,
  'agents' | 'form_links' | 'session_links' | 'pay_addresses' | 'secrets' | 'answers' | 'files'
>;
interface Work {
  portal: Portal;
  token: string;
  facts: Facts;
}
interface LinkAnswer {
  data: { formUrl: string; token: string; sessionFormId: number };
}

const SECRETS = { ssn: '219-09-9999', routing_number: '011000015', account_number: '000123456789' };
const ANSWERS = {
  personalInfo: { firstName: 'Rosa', lastName: 'Marín', ssn: SECRETS.ssn },
  banking: { bankName: 'First Example Bank', routingNumber: SECRETS.routing_number },
};
const lastPart = (address: string) => new URL(address, 'http://portal').pathname.split('/').at(-1) ?? '';
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Simulates the work of a few people with the features of one version; returns the facts that must hold after an
 * upgrade.
 */
export async function fillPortal(portal: Portal, answers: Record<string, unknown>): Promise<Facts> {
  const facts: Facts = {
    agents: [OWNER],
    form_links: [],
    session_links: [],
    pay_addresses: [],
    secrets: [],
    answers: [],
    files: [],
  };
  const { token } = await portal.call<{ token: string }>('POST', '/crm/login', OWNER);
  const work = { portal, token, facts };
  if (portal.has('POST', '/agents/create')) await addAgent(work);
  await sendForms(work, answers);
  if (portal.has('POST', '/session')) await createSessions(work);
  if (portal.has('POST', '/invoices')) await sendInvoice(work);
  return facts;
}

async function addAgent({ portal, token, facts }: Work): Promise<void> {
  const agent = { username: 'blake', password: 'kept-since-2' };
  const person = { first_name: 'Blake', last_name: 'Rivers', email: 'blake@example.test' };
  await portal.call('POST', '/agents/create', { ...agent, ...person }, token);
  facts.agents.push(agent);
}

async function addClient({ portal, token, facts }: Work, last: string): Promise<number> {
  const names = { client_first_name: 'Rosa', client_last_name: last };
  const body = { ...names, primary_email: 'rosa@example.test', primary_phone: '305-555-0123', ...SECRETS };
  const answer = await portal.call<{ id?: number; client?: { id: number } }>('POST', '/clients', body, token);
  const id = answer.id ?? answer.client?.id ?? 0;
  for (const [field, value] of Object.entries(SECRETS)) facts.secrets.push({ client_id: id, field, value });
  return id;
}

/** Creates one form link in every state: sent, started, submitted, expired. */
async function sendForms(work: Work, answers: Record<string, unknown>): Promise<void> {
  const { portal, token, facts } = work;
  for (const state of ['sent', 'begun', 'handed in', 'expired'] as const) {
    const clientId = await addClient(work, `Form ${state}`);
    const input = {
      formId: 'personal-info',
      clientId,
      ...(state === 'expired' ? { expirationHours: 1 } : {}),
    };
    const { data } = await portal.call<LinkAnswer>('POST', '/secure-access/client-new', input, token);
    const address = new URL(data.formUrl).pathname;
    facts.form_links.push({ address, token: data.token, state, submission_id: data.sessionFormId });
    if (state === 'begun') {
      const body = { step: 1, form_data: ANSWERS };
      await portal.call('PUT', '/secure-access/form/progress', body, data.token);
    }
    if (state === 'handed in') {
      await portal.call('POST', '/secure-access/form/submit', { form_data: answers }, data.token);
      facts.answers.push({
        submission_id: data.sessionFormId,
        field: 'personalInfo.ssn',
        value: SECRETS.ssn,
      });
    }
  }
}

/** Creates a session with a passcode and one without; the latter with a signed form and an uploaded document. */
async function createSessions(work: Work): Promise<void> {
  const { portal, token, facts } = work;
  await portal.call('POST', '/docusign/sync-templates', undefined, token);
  const { forms } = await portal.call<{ forms: { id: number; form_name_agent: string }[] }>(
    'GET',
    '/global-forms',
    undefined,
    token,
  );
  const form_id = forms.find(({ form_name_agent }) => /HIPAA/.test(form_name_agent))?.id;
  for (const passcode of [null, '4711-kept']) {
    const client_id = await addClient(work, passcode ? 'Passcode' : 'Session');
    const body = { client_id, session_type: 'Session 1', passcode };
    const { id } = await portal.call<{ id: number }>('POST', '/session', body, token);
    const form = await portal.call<{ id: number }>(
      'POST',
      '/sessionforms',
      { session_id: id, form_id },
      token,
    );
    const link = await portal.call<{ url: string; token: string }>(
      'POST',
      `/session/${id}/generate-token`,
      {},
      token,
    );
    facts.session_links.push({
      address: new URL(link.url).pathname,
      token: link.token,
      passcode,
      form_id: form.id,
    });
    if (passcode) continue;
    await signAsClient(portal, link.token, form.id);
    await uploadFile(work, client_id);
    await recordSigned(work, client_id);
  }
}

async function signAsClient(portal: Portal, sessionToken: string, formId: number): Promise<void> {
  const open = `/secure-access/session/forms/${formId}/open`;
  const { url } = await portal.call<{ url: string }>('POST', open, {}, sessionToken);
  const sign = '/secure-access/form/sign';
  const { signing_url } = await portal.call<{ signing_url: string }>('POST', sign, undefined, lastPart(url));
  const ticket = lastPart(signing_url);
  const { data } = await portal.call<{ data: SigningPage }>('GET', '/esign/signing', undefined, ticket);
  await portal.call('POST', '/esign/signing', sampleSigning(data, 'es'), ticket);
}
async function uploadFile({ portal, token, facts }: Work, clientId: number): Promise<void> {
  const bytes = await samplePdf(
    'A letter',
    ['Uploaded before the upgrade.'],
    new Date('2026-11-20T12:00:00Z'),
  );
  const form = new FormData();
  form.append('documents', new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' }), 'letter.pdf');
  const { files } = await portal.upload<{ files: { id: number }[] }>(`/upload/${clientId}`, form, token);
  facts.files.push({ document_id: files[0]?.id ?? 0, sha256: sha256(bytes) });
}

/** Records the sealed documents of signed forms; their signature is verified instead of a SHA-256. */
async function recordSigned({ portal, token, facts }: Work, clientId: number): Promise<void> {
  const route = `/clients/${clientId}/documents`;
  const { documents } = await portal.call<{ documents: { id: number; signed: boolean }[] }>(
    'GET',
    route,
    undefined,
    token,
  );
  for (const { id } of documents.filter(({ signed }) => signed))
    facts.files.push({ document_id: id, sha256: null });
}

async function sendInvoice(work: Work): Promise<void> {
  const { portal, token, facts } = work;
  const customer_id = await addClient(work, 'Invoice');
  const line_items = [{ description: 'A review', quantity: 1, unit_price_cents: 26750 }];
  const body = { title: 'A review', customer_id, square_account: 'BFS', line_items };
  const { id } = await portal.call<{ id: number }>('POST', '/invoices', body, token);
  await portal.call('POST', `/invoices/${id}/generate-link`, undefined, token);
  const { data } = await portal.call<{ data: { square_public_url: string } }>(
    'GET',
    `/invoices/${id}`,
    undefined,
    token,
  );
  facts.pay_addresses.push(new URL(data.square_public_url, 'http://portal').pathname);
}
