import type { Request } from 'express';
import { z } from 'zod';
import { badParameter, choices, dateQuery, list, page, query } from './answers.ts';
import type { Books, FakeEnvelope } from './books.ts';
import { envelopeWire } from './envelope-wire.ts';

const TRANSACTION_DAYS = 7;
const STATUSES = [
  'any',
  'completed',
  'created',
  'declined',
  'deleted',
  'delivered',
  'processing',
  'sent',
  'signed',
  'timedout',
  'voided',
];
const INCLUDES = [
  'custom_fields',
  'documents',
  'attachments',
  'extensions',
  'folders',
  'recipients',
  'powerform',
  'payment_tabs',
];

const idsSchema = z.looseObject({
  envelopeIds: z.array(z.string()).default([]),
  transactionIds: z.array(z.string()).default([]),
});

/** `GET /envelopes`, and `PUT /envelopes/status` with the IDs in its body. */
export function listEnvelopes(books: Books, request: Request) {
  const include = choices(request, 'include', INCLUDES);
  const envelopeIds = ids(request, 'envelope_ids', 'envelopeIds');
  const transactionIds = ids(request, 'transaction_ids', 'transactionIds');
  const from = dateQuery(request, 'from_date');
  if (from === undefined && envelopeIds.length === 0 && transactionIds.length === 0) {
    throw badParameter(
      "Query parameter 'from_date' must be set to a valid DateTime, or 'envelope_ids' or 'transaction_ids' must be specified.",
    );
  }
  const found = books.state.envelopes
    .filter((envelope) => envelopeIds.length === 0 || envelopeIds.includes(envelope.envelopeId))
    .filter((envelope) => transactionIds.length === 0 || isLookedUp(books, envelope, transactionIds))
    .filter(inPeriod(request, from))
    .filter(byStatusAndField(request));
  if (query(request, 'order') !== 'asc') found.reverse();
  const { items, paging } = page(request, found, 1000);
  const envelopes = items.map((envelope) => envelopeWire(envelope, include));
  return { json: { ...paging, envelopes } };
}

function ids(request: Request, name: string, inBody: 'envelopeIds' | 'transactionIds'): string[] {
  const value = query(request, name);
  if (value !== 'request_body') return list(value);
  return idsSchema.parse(request.body)[inBody];
}

/** Transaction IDs can be looked up for seven days. */
function isLookedUp(books: Books, { transactionId, createdDateTime }: FakeEnvelope, wanted: string[]) {
  const age = books.now().getTime() - Date.parse(createdDateTime);
  return transactionId !== null && wanted.includes(transactionId) && age <= TRANSACTION_DAYS * 86_400_000;
}

/** The time that `from_to_status` refers to; `changed` is the last status change of the envelope, not of a signer. */
const MOMENTS = {
  changed: ({ statusChangedDateTime }: FakeEnvelope) => statusChangedDateTime,
  created: ({ createdDateTime }: FakeEnvelope) => createdDateTime,
  sent: ({ sentDateTime }: FakeEnvelope) => sentDateTime,
  delivered: ({ deliveredDateTime }: FakeEnvelope) => deliveredDateTime,
  completed: ({ completedDateTime }: FakeEnvelope) => completedDateTime,
  declined: ({ declinedDateTime }: FakeEnvelope) => declinedDateTime,
  voided: ({ voidedDateTime }: FakeEnvelope) => voidedDateTime,
};

function inPeriod(request: Request, from: number | undefined): (envelope: FakeEnvelope) => boolean {
  const kind = (query(request, 'from_to_status') ?? 'changed').toLowerCase();
  const moment = Object.entries(MOMENTS).find(([name]) => name === kind)?.[1];
  if (!moment) throw badParameter(`Query parameter 'from_to_status' has the value '${kind}'.`);
  const to = dateQuery(request, 'to_date') ?? Number.POSITIVE_INFINITY;
  return (envelope) => {
    const text = moment(envelope);
    const at = text === undefined ? Number.NaN : Date.parse(text);
    return from === undefined || (at >= from && at <= to);
  };
}

function byStatusAndField(request: Request): (envelope: FakeEnvelope) => boolean {
  const statuses = choices(request, 'status', STATUSES);
  const custom = query(request, 'custom_field');
  const [name, value] = custom?.split(/=(.*)/s) ?? [];
  if (custom !== undefined && !value) {
    throw badParameter("Query parameter 'custom_field' must be 'name=value'.");
  }
  return ({ status, customFields }) => {
    const hasStatus = statuses.size === 0 || statuses.has('any') || statuses.has(status);
    const hasField =
      custom === undefined || customFields.some((field) => field.name === name && field.value === value);
    return hasStatus && hasField;
  };
}
