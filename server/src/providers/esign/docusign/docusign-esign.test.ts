import { describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CreateEnvelope } from '#platform/ports/esign.ts';
import { checkDocusign } from './check.ts';
import { errorResponse, failureOf, newInput, templateOf, useDocusign } from './testing/docusign-fixture.ts';
import { endsClean } from './testing/ends-clean.ts';

const w = useDocusign();
endsClean(w);

const ENVELOPES = /\/envelopes$/;
const CUT = { kind: 'cut', when: 'before' } as const;

function wanted(template: string, more: Partial<CreateEnvelope> = {}): CreateEnvelope {
  const templateId = templateOf(w.current.fake, template);
  return newInput(w.current, { templateId, subject: template, prefill: {}, ...more });
}

async function sent(template = 'Advisory Agreement', more: Partial<CreateEnvelope> = {}): Promise<string> {
  return (await w.current.esign.createEnvelope(wanted(template, more))).envelopeId;
}

async function errorOf(call: Promise<unknown>) {
  const { kind, message } = await failureOf(call);
  return { kind, message };
}

describe('templates', () => {
  it("lists the account's templates without deleted ones, across all pages", async () => {
    const { fake, esign } = w.current;
    const many = Array.from({ length: 101 }, (_, index) =>
      fake.addTemplate({ name: `Extra ${index}`, roles: ['Client'] }),
    );
    fake.deleteTemplate(many[0]?.templateId ?? '');
    const listed = await esign.listTemplates();
    expect(listed.map(({ name }) => name)).toContain('Broker of Record Letter');
    expect(listed).toHaveLength(fake.templates.length - 1);
    expect(fake.http.callsTo('GET', /\/templates$/)).toHaveLength(2);
    for (const { templateId } of many) fake.deleteTemplate(templateId, { isPermanent: true });
  });

  it('reads check boxes, lists, other tab types, signers in order and documents', async () => {
    const { fake, esign } = w.current;
    const [summary] = (await esign.listTemplates()).filter(({ name }) => name === 'Advisory Agreement');
    const template = await esign.template(summary?.id ?? '');
    expect(template.version).toBe(summary?.version);
    expect(template.recipients).toEqual(['advisor', 'client']);
    expect(template.documents).toEqual([{ documentId: '1', name: 'Advisory Agreement.pdf' }]);
    expect(template.tabs.checkboxTabs.map(({ tabLabel }) => tabLabel)).toEqual([
      'financial_plan',
      'tax_planning_review',
      'estate_planning_review',
      'insurance_review',
    ]);
    expect(template.tabs.listTabs[0]).toEqual({
      tabLabel: 'planning_package',
      listItems: ['Essential', 'Complete', 'Premier'],
    });
    expect(template.tabs.otherTabs?.numericalTabs).toEqual([{ tabLabel: 'household_size' }]);
    expect((await esign.templateDocument(template.id, '1')).subarray(0, 5).toString()).toBe('%PDF-');
    expect(fake.polling.violations).toEqual([]);
  });

  it('names a template role that is not one of ours', async () => {
    const { fake, esign } = w.current;
    const { templateId } = fake.addTemplate({ name: 'Witnessed', roles: ['Client', 'Witness'] });
    expect(await errorOf(esign.template(templateId))).toEqual({
      kind: 'invalid',
      message: 'A signer of this template has the role "Witness". Use "Advisor" and "Client".',
    });
    fake.deleteTemplate(templateId, { isPermanent: true });
  });

  it('waits for a burst limit to pass, and fails at an hourly one', async () => {
    const { fake, esign, timing } = w.current;
    fake.http.failNext('GET', /\/templates$/, errorResponse(400, 'burst_apiinvocation_limit_exceeded'));
    await esign.listTemplates();
    expect(timing.waits).toEqual([30_000]);
    const hourly = errorResponse(429, 'HOURLY_APIINVOCATION_LIMIT_EXCEEDED');
    fake.http.failNext('GET', /\/templates$/, hourly);
    expect((await errorOf(esign.listTemplates())).kind).toBe('unavailable');
  });
});

describe('new envelope', () => {
  it("is for embedded signers in the template's order, with known values filled in", async () => {
    const { fake } = w.current;
    const envelopeId = await sent('Advisory Agreement', {
      people: [
        { role: 'advisor', name: 'Adriana Advisor', email: null },
        { role: 'client', name: 'José', email: 'jose@example.test' },
      ],
      prefill: { client_first_name: 'José', address: '1 Main St', unknown: 'x' },
      choices: { checkboxTabs: { financial_plan: true }, listTabs: { planning_package: 'Premier' } },
    });
    const { recipients, customFields, transactionId, status } = fake.envelope(envelopeId);
    expect(status).toBe('sent');
    expect(customFields).toMatchObject([{ name: 'crm_document_id', value: transactionId }]);
    expect(recipients).toMatchObject([
      {
        roleName: 'Advisor',
        routingOrder: 1,
        email: 'no-reply@portal.example.test',
        clientUserId: `advisor-${transactionId}`,
      },
      {
        roleName: 'Client',
        routingOrder: 2,
        email: 'jose@example.test',
        clientUserId: `client-${transactionId}`,
      },
    ]);
    const texts = recipients[1]?.tabs.textTabs ?? [];
    expect(
      texts.filter(({ tabLabel }) => tabLabel === 'client_first_name').map(({ value }) => value),
    ).toEqual(['José', 'José']);
    const { choices } = await w.current.esign.status(envelopeId);
    expect(choices.checkboxTabs).toMatchObject({ financial_plan: true, tax_planning_review: false });
    expect(choices.listTabs).toEqual({ planning_package: 'Premier' });
  });

  it('is the same for the same key, on every server, also for concurrent calls', async () => {
    const { fake, esign, another } = w.current;
    const input = wanted('HIPAA Authorization');
    const servers = [esign, another(), another(), another()];
    const created = await Promise.all(servers.map((server) => server.createEnvelope(input)));
    expect(new Set(created.map(({ envelopeId }) => envelopeId)).size).toBe(1);
    expect(fake.http.callsTo('POST', ENVELOPES)).toHaveLength(1);
  });

  it.each([
    ['silence before DocuSign processed it', { kind: 'cut', when: 'before' }, 2],
    ['a broken connection after DocuSign created it', { kind: 'cut', when: 'after' }, 1],
    ['a server error', { kind: 'answer', status: 500, body: {} }, 2],
  ] as const)('is created once after %s', async (_, failure, posts) => {
    const { fake, esign } = w.current;
    const before = fake.envelopes.length;
    fake.http.failNext('POST', ENVELOPES, failure);
    const input = wanted('HIPAA Authorization');
    const created = await esign.createEnvelope(input);
    expect(await esign.createEnvelope(input)).toMatchObject({
      envelopeId: created.envelopeId,
      status: 'sent',
    });
    expect(fake.envelopes).toHaveLength(before + 1);
    expect(fake.http.callsTo('POST', ENVELOPES)).toHaveLength(posts);
  });

  it.each([
    ['by its transaction ID', 1],
    ['after seven days by its custom field', 8 * 24],
  ])('is found %s after the server crashed during its creation', async (_, hours) => {
    const { fake, esign, clock } = w.current;
    const input = wanted('HIPAA Authorization');
    fake.http.failNext('POST', ENVELOPES, { kind: 'cut', when: 'after' });
    fake.http.failNext('GET', ENVELOPES, CUT, 3);
    expect((await errorOf(esign.createEnvelope(input))).kind).toBe('unavailable');
    clock.advance(hours * 3_600_000);
    const { envelopeId, signers } = await esign.createEnvelope(input);
    expect(envelopeId).toBe(fake.envelopes.at(-1)?.envelopeId);
    expect(signers).toEqual([{ role: 'client', status: 'waiting', signedAt: null }]);
    expect(fake.http.callsTo('POST', ENVELOPES)).toHaveLength(1);
  });

  it('is created with a new token when the old one was revoked, and not without a token', async () => {
    const { fake, esign } = w.current;
    fake.oauth.revokeTokens();
    const input = wanted('HIPAA Authorization');
    expect((await esign.createEnvelope(input)).status).toBe('sent');
    expect(fake.http.callsTo('POST', /\/oauth\/token$/)).toHaveLength(1);
    const denied = errorResponse(401, 'AUTHORIZATION_INVALID_TOKEN');
    fake.http.failNext('GET', /\/templates\//, denied, 2);
    expect((await failureOf(esign.createEnvelope(wanted('HIPAA Authorization')))).kind).toBe('unavailable');
    expect(fake.http.callsTo('POST', /\/oauth\/token$/)).toHaveLength(2);
  });

  it('fails when DocuSign rejects it, and can be requested again, also from another template', async () => {
    const { fake, another } = w.current;
    const lines: string[] = [];
    const esign = another({ log: createLog('debug', { write: (line) => void lines.push(line) }) });
    const input = wanted('HIPAA Authorization');
    fake.http.failNext('POST', ENVELOPES, {
      kind: 'answer',
      status: 400,
      body: { errorCode: 'INVALID_EMAIL_ADDRESS_FOR_RECIPIENT', message: 'jose@example.test is wrong.' },
    });
    expect(await errorOf(esign.createEnvelope(input))).toEqual({
      kind: 'invalid',
      message: 'DocuSign did not accept this document.',
    });
    expect(lines.join('')).toContain('INVALID_EMAIL_ADDRESS_FOR_RECIPIENT');
    expect(lines.join('')).not.toContain('jose@example.test');
    const other = templateOf(fake, 'Broker of Record Letter');
    const { envelopeId } = await esign.createEnvelope({ ...input, templateId: other });
    expect(fake.envelope(envelopeId).templateId).toBe(other);
  });

  it('leaves logging a rejected webhook to the receiver, which throttles floods', () => {
    const lines: string[] = [];
    const esign = w.current.another({ log: createLog('debug', { write: (line) => void lines.push(line) }) });
    expect(esign.verifyWebhook(Buffer.from('{}'), { 'x-docusign-signature-1': 'x' })).toBeNull();
    expect(lines).toEqual([]);
  });

  it('requires a name for every signer', async () => {
    const input = wanted('Advisory Agreement', { people: [] });
    expect(await errorOf(w.current.esign.createEnvelope(input))).toEqual({
      kind: 'invalid',
      message: 'The document needs the name of the advisor.',
    });
  });
});

describe('check', () => {
  const options = () => ({ ...w.current, log: createLog('silent'), wait: w.current.timing.wait });

  it('reports that sign-in, templates and Connect are correct', async () => {
    const lines = await checkDocusign(options());
    expect(lines.map(({ what, ok }) => [what, ok])).toEqual([
      ['docusign sign-in', true],
      ['docusign templates', true],
      ['docusign return address', true],
      ['docusign connect', true],
    ]);
  });

  it('prints the consent URL', async () => {
    const { fake } = w.current;
    fake.oauth.rejectWith = 'consent_required';
    const [line] = await checkDocusign(options());
    fake.oauth.rejectWith = null;
    expect(line).toMatchObject({ ok: false, what: 'docusign sign-in' });
    const consent = new URL(/https?:\S+/.exec(line?.detail ?? '')?.[0] ?? '');
    expect((await fetch(consent)).status).toBe(200);
  });
});
