import { randomUUID } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { DatabasePool } from '#platform/database/database.ts';
import { deadlineLeftMs } from '#platform/http/request-deadline.ts';
import type { Log } from '#platform/log.ts';
import { type EnvelopeState, EsignError } from '#platform/ports/esign.ts';
import type { DocusignClient } from './docusign-client.ts';
import { codeOf, limitOf } from './errors.ts';
import {
  isFinal,
  type KnownState,
  merge,
  portState,
  type Reading,
  readingOf,
  readState,
  withoutUnneededNames,
} from './known-state.ts';
import {
  changeState,
  claimReading,
  claimRequest,
  findByEnvelope,
  releaseLease,
  releaseRequest,
  type SentRow,
} from './repository.ts';
import type { DocusignSettings } from './settings.ts';
import { envelopeListSchema, envelopeSchema, recipientsSchema } from './wire.ts';

/** Dependencies of the adapter's modules. */
export interface DocusignTools {
  client: DocusignClient;
  settings: DocusignSettings;
  database: DatabasePool;
  clock: Clock;
  log: Log;
  wait: (ms: number) => Promise<unknown>;
}

/** The period from now for which a lease is claimed. */
export function spanOf({ clock }: Pick<DocusignTools, 'clock'>, ms: number): { now: Date; until: Date } {
  const now = clock.now();
  return { now, until: new Date(now.getTime() + ms) };
}

const UNKNOWN = 'There is no such envelope.';
/** DocuSign allows one poll of an envelope per 15 minutes, and flags integrations that send more. */
const MIN_POLL_INTERVAL_MS = 20 * 60_000;
/** Longer than a call takes including its retries. */
const READING_MS = 4 * 60_000;
/** One per second: browsers give up after 30. */
const MAX_READING_WAITS = 25;

export async function requireRow({ database }: DocusignTools, envelopeId: string): Promise<SentRow> {
  const row = await findByEnvelope(database, envelopeId);
  if (!row) throw new EsignError('not_found', UNKNOWN);
  return row;
}

/** The state of the envelope: requested when that is allowed and could return anything new, otherwise as stored. */
export async function statusOf(tools: DocusignTools, envelopeId: string): Promise<EnvelopeState> {
  const { database, clock, log } = tools;
  const row = await requireRow(tools, envelopeId);
  const known = readState(row.state);
  if (known && isFinal(known)) return portState(envelopeId, known);
  const now = clock.now();
  const lastBefore = new Date(now.getTime() - MIN_POLL_INTERVAL_MS);
  const mayRequest = await claimRequest(database, row.id, { now, lastBefore });
  if (!mayRequest) return portState(envelopeId, known ?? (await findInList(tools, row)));
  try {
    return portState(envelopeId, await pollEnvelope(tools, row));
  } catch (error) {
    const isLimited = limitOf(codeOf(error)) !== null;
    if (isLimited && known) {
      log.warn({ envelope: envelopeId }, 'DocuSign limits how often an envelope may be requested');
      return portState(envelopeId, known);
    }
    if (!isLimited) await releaseRequest(database, row.id, { at: now, before: row.asked_at });
    throw error;
  }
}

async function pollEnvelope(tools: DocusignTools, row: SentRow): Promise<KnownState> {
  const asOf = tools.clock.now();
  const envelope = await tools.client.read(pathOf(row.envelope_id), envelopeSchema, {
    query: { include: 'recipients,tabs' },
  });
  return apply(tools, row, readingOf(tools.settings, envelope, asOf));
}

/**
 * Requests this envelope regardless of earlier requests, for when it has certainly changed: the list by ID includes recipients
 * and does not count as polling.
 */
export async function findInList(tools: DocusignTools, row: SentRow): Promise<KnownState> {
  const asOf = tools.clock.now();
  const { envelopes } = await tools.client.read('/envelopes', envelopeListSchema, {
    query: { envelope_ids: row.envelope_id, include: 'recipients' },
  });
  const envelope = envelopes.find(({ envelopeId }) => envelopeId === row.envelope_id);
  if (!envelope) throw new EsignError('not_found', UNKNOWN);
  return apply(tools, row, readingOf(tools.settings, envelope, asOf));
}

/** Stores a reading; when a finished document's reading has no choices, they are requested once. */
export async function apply(tools: DocusignTools, row: SentRow, reading: Reading): Promise<KnownState> {
  const { database } = tools;
  const write = (full: Reading) =>
    changeState(database, row.id, (before) => withoutUnneededNames(merge(readState(before), full)));
  if (reading.status !== 'completed' || reading.choices !== null) return write(reading);
  const lease = { id: row.id, holder: randomUUID() };
  for (let waits = 0; waits < MAX_READING_WAITS && deadlineLeftMs() > 0; waits += 1) {
    // Several events report the end at once, and DocuSign limits recipient requests as well.
    const isMine = await claimReading(database, lease, spanOf(tools, READING_MS));
    try {
      const known = readState((await findByEnvelope(database, row.envelope_id))?.state);
      if (known?.areChoicesFinal) return await write(reading);
      if (isMine) return await write({ ...reading, ...(await readRecipients(tools, row, reading)) });
    } finally {
      if (isMine) await releaseLease(database, lease);
    }
    await tools.wait(1000);
  }
  throw new EsignError('unavailable', 'Another request is still reading this document.');
}

async function readRecipients(
  { client, settings }: DocusignTools,
  row: SentRow,
  { asOf, signers }: Reading,
): Promise<Pick<Reading, 'signers' | 'choices'>> {
  const path = `${pathOf(row.envelope_id)}/recipients`;
  const recipients = await client.read(path, recipientsSchema, { query: { include_tabs: 'true' } });
  const envelope = envelopeSchema.parse({ envelopeId: row.envelope_id });
  const reading = readingOf(settings, { ...envelope, recipients }, asOf);
  // A document without tabs has no choices, and this result is final as well.
  const nothing = { checkboxTabs: {}, listTabs: {} };
  return { signers: reading.signers ?? signers, choices: reading.choices ?? nothing };
}

export function pathOf(envelopeId: string): string {
  return `/envelopes/${encodeURIComponent(envelopeId)}`;
}
