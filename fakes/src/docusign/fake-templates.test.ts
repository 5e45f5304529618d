import { expect, test, vi } from 'vitest';
import { badGateway, burstLimit, hourlyLimit } from './limits.ts';
import { useRawDocusign } from './raw-fixture.ts';

const TIMEOUT_MS = 30_000;

const account = useRawDocusign();
const { advisory, clock, fake } = account;

test('lists templates in pages, newest first, with numbers as strings', async () => {
  const path = '/templates?count=2&order_by=modified&order=desc&user_filter=all';
  const first = await account.raw.call('GET', `${path}&start_position=0`);
  expect(first.at('envelopeTemplates.0.name')).toBe('Broker of Record Letter');
  const paging = ['resultSetSize', 'startPosition', 'endPosition', 'totalSetSize'];
  expect(paging.map((name) => first.at(name))).toEqual(['2', '0', '1', '3']);
  expect(first.at('nextUri')).toContain('/templates?count=2');
  expect(first.headers.get('x-docusign-tracetoken')).toBeTruthy();
  expect(first.headers.get('x-ratelimit-limit')).toBe('3000');
  const second = await account.raw.call('GET', `${path}&start_position=2`);
  expect([second.at('resultSetSize'), second.at('endPosition'), second.at('nextUri')]).toEqual([
    '1',
    '2',
    undefined,
  ]);
  const own = await account.raw.call('GET', '/templates');
  expect(own.at('totalSetSize')).toBe('2');
  const more = await account.raw.call('GET', '/templates?include=recipients,documents');
  expect(more.at('envelopeTemplates.0.recipients.signers.0.roleName')).toBe('Advisor');
  expect(more.at('envelopeTemplates.0.documents.0.name')).toBe('Advisory Agreement.pdf');
  const wrong = await account.raw.call('GET', '/templates?order_by=lastModified');
  expect([wrong.status, wrong.at('errorCode')]).toEqual([400, 'INVALID_REQUEST_PARAMETER']);
});

test('lists templates that were added, changed or deleted since the last sync', async () => {
  const since = clock.now().toISOString();
  const added = fake.addTemplate({ name: 'New one', roles: ['Client'] });
  const path = `/templates?modified_from_date=${since}&user_filter=all`;
  expect((await account.raw.call('GET', path)).at('totalSetSize')).toBe('1');
  const before = added.lastModified;
  fake.changeTemplate(added.templateId, { name: 'Newer one', roles: ['Client'] });
  const changed = await account.raw.call('GET', `/templates/${added.templateId}`);
  expect(changed.at('name')).toBe('Newer one');
  expect(String(changed.at('lastModified')) > before).toBe(true);
  fake.deleteTemplate(added.templateId);
  const listed = await account.raw.call('GET', path);
  expect(listed.at('envelopeTemplates.0.folderName')).toBe('Deleted Items');
  fake.deleteTemplate(added.templateId, { isPermanent: true });
  const gone = await account.raw.call('GET', `/templates/${added.templateId}`);
  expect([gone.status, gone.at('errorCode')]).toEqual([400, 'TEMPLATE_ID_INVALID']);
});

test('returns the roles, tabs of all kinds, documents and PDF of a template', async () => {
  const path = `/templates/${advisory.templateId}`;
  const bare = await account.raw.call('GET', path);
  expect([bare.at('recipients.signers.0.tabs'), bare.at('documents')]).toEqual([undefined, undefined]);
  const full = await account.raw.call('GET', `${path}?include=tabs,documents`);
  expect(full.at('recipients.signers.1.roleName')).toBe('Client');
  expect(full.at('recipients.signers.1.tabs.checkboxTabs.0.tabLabel')).toBe('financial_plan');
  expect(full.at('recipients.signers.1.tabs.listTabs.0.listItems.1.value')).toBe('Complete');
  expect(full.at('recipients.signers.1.tabs.numericalTabs.0.tabLabel')).toBe('household_size');
  expect(full.at('documents.0.name')).toBe('Advisory Agreement.pdf');
  const recipients = await account.raw.call('GET', `${path}/recipients?include_tabs=true`);
  expect(recipients.at('signers.0.tabs.listTabs.0.tabLabel')).toBe('review_meetings');
  expect((await account.raw.call('GET', `${path}/recipients/2/tabs`)).at('listTabs.0.tabLabel')).toBeTruthy();
  expect((await account.raw.call('GET', `${path}/documents`)).at('templateDocuments.0.documentId')).toBe('1');
  expect((await account.raw.call('GET', `${path}/custom_fields`)).status).toBe(200);
  for (const document of ['1', 'combined']) {
    const pdf = await account.raw.call('GET', `${path}/documents/${document}`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  }
  expect((await account.raw.call('GET', `${path}/documents/9`)).at('errorCode')).toBe(
    'DOCUMENT_DOES_NOT_EXIST',
  );
});

test('rejects a fourth concurrent download of a combined document', async () => {
  const path = `/restapi/v2.1/accounts/${fake.accountId}/templates/${advisory.templateId}/documents/combined`;
  fake.http.failNext('GET', /combined$/, { kind: 'silence', when: 'after' }, 3);
  const stop = new AbortController();
  const hanging = Array.from({ length: 3 }, () => account.raw.send('GET', path, undefined, stop.signal));
  await vi.waitUntil(() => fake.http.pendingFailures === 0, TIMEOUT_MS);
  const rejected = await account.raw.send('GET', path);
  expect([rejected.status, rejected.at('errorCode')]).toEqual([429, 'API_REQUEST_IS_THROTTLED']);
  stop.abort();
  await Promise.allSettled(hanging);
  await vi.waitUntil(async () => (await account.raw.send('GET', path)).status === 200, TIMEOUT_MS);
});

test('reports rate limits in both formats of DocuSign, and a bad gateway', async () => {
  const resetAt = new Date('2026-03-02T16:00:00Z');
  fake.http.failNext('GET', /templates$/, burstLimit());
  fake.http.failNext('GET', /templates$/, hourlyLimit(resetAt));
  fake.http.failNext('GET', /templates$/, badGateway());
  const burst = await account.raw.call('GET', '/templates');
  expect([burst.status, burst.at('errorCode')]).toEqual([400, 'BURST_APIINVOCATION_LIMIT_EXCEEDED']);
  const hourly = await account.raw.call('GET', '/templates');
  expect([hourly.status, hourly.headers.get('x-ratelimit-reset')]).toEqual([429, '1772467200']);
  expect((await account.raw.call('GET', '/templates')).status).toBe(502);
  expect(fake.http.pendingFailures).toBe(0);
});
