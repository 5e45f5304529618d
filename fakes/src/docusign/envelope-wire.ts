import type { FakeEnvelope, FakeRecipient, Tab } from './books.ts';
import { currentTurn } from './envelope-life.ts';
import { pageCount } from './sample-pdf.ts';

/** The response of `GET /envelopes/{id}`, with the requested parts included. */
export function envelopeWire(envelope: FakeEnvelope, include: Set<string>): object {
  const uri = `/envelopes/${envelope.envelopeId}`;
  const withTabs = include.has('tabs');
  return {
    status: envelope.status,
    envelopeId: envelope.envelopeId,
    envelopeUri: uri,
    documentsUri: `${uri}/documents`,
    recipientsUri: `${uri}/recipients`,
    documentsCombinedUri: `${uri}/documents/combined`,
    certificateUri: `${uri}/documents/summary`,
    customFieldsUri: `${uri}/custom_fields`,
    emailSubject: envelope.emailSubject,
    signingLocation: 'online',
    purgeState: 'unpurged',
    expireEnabled: 'true',
    expireAfter: '120',
    ...(envelope.transactionId === null ? {} : { transactionId: envelope.transactionId }),
    ...times(envelope),
    ...(include.has('recipients') || withTabs ? { recipients: recipientsWire(envelope, withTabs) } : {}),
    ...(include.has('custom_fields') ? { customFields: customFieldsWire(envelope) } : {}),
    ...(include.has('documents') ? { envelopeDocuments: documentsWire(envelope) } : {}),
  };
}

function times(envelope: FakeEnvelope): object {
  const { createdDateTime, lastModifiedDateTime, statusChangedDateTime, sentDateTime } = envelope;
  const { deliveredDateTime, completedDateTime, declinedDateTime, voidedDateTime, voidedReason } = envelope;
  return dropMissing({
    createdDateTime,
    lastModifiedDateTime,
    statusChangedDateTime,
    initialSentDateTime: sentDateTime,
    sentDateTime,
    deliveredDateTime,
    completedDateTime,
    declinedDateTime,
    voidedDateTime,
    voidedReason,
  });
}

export function recipientsWire(envelope: FakeEnvelope, withTabs: boolean): object {
  return {
    signers: envelope.recipients.map((recipient) => signerWire(recipient, withTabs)),
    agents: [],
    editors: [],
    intermediaries: [],
    carbonCopies: [],
    certifiedDeliveries: [],
    inPersonSigners: [],
    seals: [],
    witnesses: [],
    notaries: [],
    recipientCount: String(envelope.recipients.length),
    currentRoutingOrder: String(currentTurn(envelope)),
  };
}

function signerWire(recipient: FakeRecipient, withTabs: boolean): object {
  const { tabs, routingOrder, clientUserId, ...rest } = recipient;
  return {
    ...dropMissing(rest),
    routingOrder: String(routingOrder),
    recipientType: 'signer',
    requireIdLookup: 'false',
    isBulkRecipient: 'false',
    ...(clientUserId === null ? {} : { clientUserId }),
    ...(withTabs ? { tabs } : {}),
  };
}

export function customFieldsWire({ customFields }: FakeEnvelope): object {
  return { textCustomFields: customFields, listCustomFields: [] };
}

export function documentsWire(envelope: FakeEnvelope): object[] {
  const { envelopeId, documents } = envelope;
  const written = documents.map(({ documentId, name }, position) => ({
    documentId,
    name,
    type: 'content',
    uri: `/envelopes/${envelopeId}/documents/${documentId}`,
    order: String(position + 1),
    display: 'inline',
    includeInDownload: 'true',
    pages: Array.from({ length: pageCount(documents[position] as never) }, (_, at) => ({
      pageId: `${documentId}-${at + 1}`,
      sequence: String(at + 1),
      height: '792',
      width: '612',
      dpi: '72',
    })),
  }));
  const certificate = {
    documentId: 'certificate',
    name: 'Summary',
    type: 'summary',
    uri: `/envelopes/${envelopeId}/documents/certificate`,
    order: '999',
    display: 'inline',
    includeInDownload: 'true',
  };
  return [...written, certificate];
}

export function formDataWire(envelope: FakeEnvelope): object {
  const recipientFormData = envelope.recipients.map((recipient) => ({
    recipientId: recipient.recipientId,
    name: recipient.name,
    email: recipient.email,
    formData: Object.entries(recipient.tabs).flatMap(([kind, tabs]) =>
      tabs.flatMap((tab) => formDataItem(kind, tab)),
    ),
  }));
  return {
    envelopeId: envelope.envelopeId,
    status: envelope.status,
    emailSubject: envelope.emailSubject,
    ...(envelope.sentDateTime ? { sentDateTime: envelope.sentDateTime } : {}),
    formData: recipientFormData.flatMap(({ formData }) => formData),
    recipientFormData,
  };
}

function formDataItem(kind: string, tab: Tab): object[] {
  const name = tab.tabLabel ?? tab.groupName;
  if (name === undefined || kind === 'signHereTabs') return [];
  if (kind === 'checkboxTabs') return [{ name, value: tab.selected === 'true' ? 'X' : '' }];
  if (kind !== 'listTabs') return [{ name, value: tab.value ?? '' }];
  const listSelectedValue = tab.listItems?.find(({ selected }) => selected === 'true')?.text ?? '';
  return [{ name, value: tab.value ?? '', listSelectedValue }];
}

function dropMissing<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>;
}
