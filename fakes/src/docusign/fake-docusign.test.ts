import { expect, test } from 'vitest';
import { ADVISOR, CLIENT, HOUR, useRawDocusign } from './raw-fixture.ts';

const account = useRawDocusign();
const { clock, definition, fake, sent, view } = account;

test('prefills the tabs of an envelope and records values without a matching tab', async () => {
  const tabs = {
    checkboxTabs: [
      { tabLabel: 'financial_plan', selected: 'true' },
      { tabLabel: 'insurance_review', selected: 'true' },
    ],
    listTabs: [
      { tabLabel: 'planning_package', value: 'Complete' },
      { tabLabel: 'review_meetings', value: 'Once a year' },
    ],
    textTabs: [{ tabLabel: 'client_first_name', value: 'Carl' }, { value: 'nowhere' }],
  };
  const id = await sent({ templateRoles: [ADVISOR, { ...CLIENT, tabs }] });
  expect(fake.envelope(id).ignored).toEqual([
    'Client: checkboxTabs insurance_review',
    'Client: listTabs review_meetings',
    'Client: textTabs (without label)',
  ]);
  const answer = await account.raw.call('GET', `/envelopes/${id}/recipients?include_tabs=true`);
  const names = answer.at('signers.1.tabs.textTabs') as { tabLabel: string; value: string }[];
  expect(names.filter(({ value }) => value === 'Carl')).toHaveLength(2);
  expect(answer.at('signers.1.tabs.checkboxTabs.0.selected')).toBe('true');
  expect(answer.at('signers.1.tabs.listTabs.0.listItems.1.selected')).toBe('true');
  const wrong = { ...CLIENT, tabs: { listTabs: [{ tabLabel: 'planning_package', value: 'Cheap' }] } };
  expect(fake.envelope(await sent({ templateRoles: [ADVISOR, wrong] })).ignored).toHaveLength(1);
});

test.each([
  ['a role that is not in the template', { templateRoles: [ADVISOR, { ...CLIENT, roleName: 'client' }] }],
  ['a role without a recipient', { templateRoles: [ADVISOR] }],
  ['a recipient without a name', { templateRoles: [ADVISOR, { ...CLIENT, name: '' }] }],
  ['an invalid email address', { templateRoles: [ADVISOR, { ...CLIENT, email: 'carl' }] }],
  ['an unknown template', { templateId: '00000000-0000-4000-8000-000000000000' }],
  ['an unknown status', { status: 'completed' }],
  ['a subject that is too long', { emailSubject: 'x'.repeat(101) }],
  [
    'a clientUserId that is too long',
    { templateRoles: [ADVISOR, { ...CLIENT, clientUserId: 'x'.repeat(101) }] },
  ],
])('rejects an envelope with %s', async (_what, more) => {
  const before = fake.envelopes.length;
  const answer = await account.raw.call('POST', '/envelopes', definition(more));
  expect(answer.status).toBe(400);
  expect(answer.at('errorCode')).toMatch(/^[A-Z_]+$/);
  expect(fake.envelopes).toHaveLength(before);
});

test('drops the tabs of the template for a different routing order, unless the call requests the change', async () => {
  const templateRoles = [ADVISOR, { ...CLIENT, routingOrder: '1' }];
  const lost = await sent({ templateRoles });
  expect(fake.recipient(lost, 'Client').tabs).toEqual({});
  const preserved = await account.raw.call(
    'POST',
    '/envelopes?change_routing_order=true',
    definition({ templateRoles }),
  );
  expect(fake.recipient(String(preserved.at('envelopeId')), 'Client').tabs).not.toEqual({});
});

test('finds an envelope by transaction ID for seven days, and creates a duplicate for a repeated call', async () => {
  const transactionId = 'our-document-17';
  const id = await sent({ transactionId });
  await sent({ transactionId });
  expect(fake.envelopesOf(transactionId)).toHaveLength(2);
  const found = await account.raw.call('GET', `/envelopes?transaction_ids=${transactionId}&order=asc`);
  expect([found.at('totalSetSize'), found.at('envelopes.0.envelopeId')]).toEqual(['2', id]);
  clock.advance(7 * 24 * HOUR + 1000);
  await account.raw.signIn(clock.now());
  expect(
    (await account.raw.call('GET', `/envelopes?transaction_ids=${transactionId}`)).at('totalSetSize'),
  ).toBe('0');
});

test('requires a date or IDs for a list, and finds envelopes whose own status has changed since', async () => {
  const rejected = await account.raw.call('GET', '/envelopes?from_to_status=changed');
  expect([rejected.status, rejected.at('errorCode')]).toEqual([400, 'INVALID_REQUEST_PARAMETER']);
  const customFields = { textCustomFields: [{ name: 'ledgerline_id', value: '17', show: 'false' }] };
  const id = await sent({ customFields });
  const since = () => `/envelopes?from_date=${clock.now().toISOString()}&from_to_status=changed`;
  const answer = await account.raw.call('GET', `${since()}&include=recipients,custom_fields`);
  expect(answer.at('envelopes.0.envelopeId')).toBe(id);
  expect(answer.at('envelopes.0.recipients.signers.0.status')).toBe('sent');
  expect(answer.at('envelopes.0.customFields.textCustomFields.0.value')).toBe('17');
  clock.advance(60_000);
  fake.sign(id, 'Advisor');
  expect((await account.raw.call('GET', since())).at('totalSetSize')).toBe('0');
  fake.sign(id, 'Client');
  expect((await account.raw.call('GET', since())).at('totalSetSize')).toBe('1');
  const byField = await account.raw.call(
    'GET',
    '/envelopes?from_date=2026-01-01&custom_field=ledgerline_id=17',
  );
  expect(byField.at('totalSetSize')).toBe('1');
  const byIds = await account.raw.call('PUT', '/envelopes/status?envelope_ids=request_body', {
    envelopeIds: [id],
  });
  expect(byIds.at('envelopes.0.status')).toBe('completed');
});

test('moves an envelope from sent to delivered to completed, one signer after the other', async () => {
  const id = await sent();
  const now = async () => {
    clock.advance(15 * 60_000);
    await account.raw.signIn(clock.now());
    const answer = await account.raw.call('GET', `/envelopes/${id}?include=recipients`);
    const signers = [0, 1].map((at) => answer.at(`recipients.signers.${at}.status`));
    return [answer.at('status'), ...signers];
  };
  expect(await now()).toEqual(['sent', 'sent', 'created']);
  fake.open(String((await view(id, ADVISOR)).at('url')));
  expect(await now()).toEqual(['sent', 'delivered', 'created']);
  fake.sign(id, 'Advisor', { checkboxes: { insurance_review: true } });
  expect(() => fake.sign(id, 'Advisor')).toThrow('cannot act');
  expect(await now()).toEqual(['sent', 'completed', 'sent']);
  fake.open(String((await view(id, CLIENT)).at('url')));
  expect(await now()).toEqual(['delivered', 'completed', 'delivered']);
  fake.sign(id, 'Client', { lists: { planning_package: 'Premier' } });
  expect(await now()).toEqual(['completed', 'completed', 'completed']);
  const form = await account.raw.call('GET', `/envelopes/${id}/form_data`);
  expect(form.at('recipientFormData.0.formData')).toContainEqual({ name: 'insurance_review', value: 'X' });
  expect((await account.raw.call('GET', `/envelopes/${id}/recipients/2/tabs`)).at('listTabs.0.value')).toBe(
    'Premier',
  );
  expect((await account.raw.call('GET', `/envelopes/${id}/custom_fields`)).status).toBe(200);
  expect(fake.polling.violations).toEqual([]);
});

test('returns every part of an envelope that can be included', async () => {
  const customFields = { textCustomFields: [{ name: 'ledgerline_id', value: '18', show: 'false' }] };
  const id = await sent({ customFields, transactionId: 'our-18', emailSubject: 'Please sign' });
  const answer = await account.raw.call(
    'GET',
    `/envelopes/${id}?include=recipients,tabs,custom_fields,documents`,
  );
  expect(answer.at('transactionId')).toBe('our-18');
  expect(answer.at('customFields.textCustomFields.0.name')).toBe('ledgerline_id');
  expect(answer.at('recipients.signers.1.tabs.listTabs.0.tabLabel')).toBe('planning_package');
  expect(answer.at('envelopeDocuments.0.name')).toBe('Advisory Agreement.pdf');
});

test('returns 404 for an unsupported route', async () => {
  const answer = await account.raw.call('GET', `/envelopes/${await sent()}/audit_events`);
  expect([answer.status, answer.at('errorCode')]).toEqual([404, 'RESOURCE_NOT_FOUND']);
});
