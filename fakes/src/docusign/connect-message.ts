import type { Books, FakeEnvelope, FakeRecipient } from './books.ts';
import { customFieldsWire, envelopeWire, recipientsWire } from './envelope-wire.ts';

export interface MessageContent {
  event: string;
  envelope: FakeEnvelope;
  recipient: FakeRecipient | undefined;
  configurationId: string;
  includeData: readonly string[];
  retryCount: number;
}

/** A Connect message in the JSON SIM format, with the current state of the envelope. */
export function messageBody(books: Books, content: MessageContent): string {
  const { event, envelope, recipient, configurationId, includeData, retryCount } = content;
  const { accountId, userId } = books.state.identity;
  const { envelopeId } = envelope;
  return JSON.stringify({
    event,
    uri: `/restapi/v2.1/accounts/${accountId}/envelopes/${envelopeId}`,
    retryCount,
    configurationId: Number(configurationId),
    apiVersion: 'v2.1',
    generatedDateTime: books.stamp(),
    data: {
      accountId,
      userId,
      envelopeId,
      ...(recipient ? { recipientId: recipient.recipientId } : {}),
      envelopeSummary: {
        ...envelopeWire(envelope, new Set()),
        anySigner: null,
        ...(includeData.includes('custom_fields') ? { customFields: customFieldsWire(envelope) } : {}),
        ...(includeData.includes('recipients') || includeData.includes('tabs')
          ? { recipients: recipientsWire(envelope, includeData.includes('tabs')) }
          : {}),
      },
    },
  });
}
