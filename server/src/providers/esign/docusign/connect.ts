import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import {
  type EnvelopeState,
  EsignError,
  type EsignEvent,
  type WebhookHeaders,
} from '#platform/ports/esign.ts';
import { jsonOf } from '../../http/json-text.ts';
import { adoptMarked } from './changed-since.ts';
import { apply, type DocusignTools, findInList } from './envelopes.ts';
import { CUSTOM_FIELD } from './find-envelope.ts';
import { portState, readingOf } from './known-state.ts';
import { findByEnvelope } from './repository.ts';
import { connectSchema, envelopeSchema, instantOf } from './wire.ts';

type Message = z.output<typeof connectSchema>;

const SIGNATURE_HEADER = /^x-docusign-signature-\d+$/i;
/** What fits into a database key; anything else is identified by its hash. */
const PLAIN_ID = /^[!-~]{1,200}$/;
const PLAIN_TYPE = /^[\w.-]{1,60}$/;

/**
 * Connect signs with every active secret, and ours are a list too: during a rotation any matching pair is accepted. The secret
 * is used as text; it only looks like base64.
 */
export function isSigned(secrets: readonly string[], rawBody: Buffer, headers: WebhookHeaders): boolean {
  const provided = Object.entries(headers)
    .filter(([name]) => SIGNATURE_HEADER.test(name))
    .flatMap(([, value]) => value ?? [])
    .map((value) => Buffer.from(value.trim()));
  return secrets.some((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(rawBody).digest('base64'));
    return provided.some(
      (signature) => signature.length === expected.length && timingSafeEqual(signature, expected),
    );
  });
}

/** Identifies an event by the values DocuSign repeats with it; signed bytes in any other form are identified by their hash. */
export function eventOf(rawBody: Buffer, now: Date): EsignEvent {
  const message = connectSchema.safeParse(jsonOf(rawBody)).data;
  const type = PLAIN_TYPE.exec(message?.event ?? '')?.[0] ?? 'unreadable';
  const eventId = message ? idOf(message) : '';
  const body = neededBody(message);
  if (message && PLAIN_ID.test(eventId)) {
    return { eventId, type, at: instantOf(message.generatedDateTime) ?? now, body };
  }
  const hash = createHash('sha256').update(rawBody).digest('hex');
  return { eventId: `sha256:${hash}`, type, at: now, body };
}

/**
 * The message without names, addresses, entries and the custom fields of others. The names of signers are stored from DocuSign's
 * answers, and fetched again when they have changed (`signing-url.ts`).
 */
function neededBody(message: Message | undefined): Buffer {
  if (!message) return Buffer.from('null');
  const { data, ...head } = message;
  const { envelopeSummary: summary, ...ids } = data;
  const envelopeSummary = summary && {
    ...summary,
    recipients: summary.recipients && {
      signers: summary.recipients.signers.map(({ name, email, tabs, ...signer }) => signer),
    },
    customFields: {
      textCustomFields: summary.customFields.filter(({ name }) => name === CUSTOM_FIELD),
    },
  };
  return Buffer.from(JSON.stringify({ ...head, data: { ...ids, envelopeSummary } }));
}

/** Empty when the message lacks one of the parts. */
function idOf({ event, generatedDateTime, data: { envelopeId, recipientId } }: Message): string {
  const parts = [envelopeId, event, generatedDateTime];
  return parts.every(Boolean) ? [...parts, recipientId].filter(Boolean).join(':') : '';
}

/**
 * The state of the message's envelope. Usually the message contains enough; DocuSign is queried when it does not. Null for
 * messages about accounts and envelopes of others; an unparseable message is rejected, so that it is investigated.
 */
export async function readEvent(tools: DocusignTools, body: Buffer): Promise<EnvelopeState | null> {
  const message = connectSchema.safeParse(jsonOf(body)).data;
  if (!message?.data.accountId) throw new EsignError('invalid', 'The message is not one that Connect sends.');
  if (message.data.accountId.toLowerCase() !== tools.settings.accountId.toLowerCase()) return null;
  const { envelopeId, envelopeSummary } = message.data;
  if (envelopeId === '') return null;
  const envelope = { ...(envelopeSummary ?? envelopeSchema.parse({})), envelopeId };
  const row = (await findByEnvelope(tools.database, envelopeId)) ?? (await adoptMarked(tools, envelope));
  if (!row) return null;
  const reading = readingOf(tools.settings, envelope, reportedAt(message, tools.clock.now()));
  const isEnough = reading.status !== '' && reading.signers !== null;
  return portState(envelopeId, isEnough ? await apply(tools, row, reading) : await findInList(tools, row));
}

/** When DocuSign wrote the message; its clock may run slightly ahead of ours. */
function reportedAt({ generatedDateTime }: Message, now: Date): Date {
  const at = instantOf(generatedDateTime);
  return at && at < now ? at : now;
}
