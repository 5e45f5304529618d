import { randomUUID } from 'node:crypto';
import { deadlineLeftMs } from '#platform/http/request-deadline.ts';
import { type CreateEnvelope, type EnvelopeState, EsignError } from '#platform/ports/esign.ts';
import { defineEnvelope, type EnvelopeDefinition } from './define-envelope.ts';
import { apply, type DocusignTools, findInList, spanOf, statusOf } from './envelopes.ts';
import { isUncertain } from './errors.ts';
import { findCreated } from './find-envelope.ts';
import { portState, readState } from './known-state.ts';
import {
  claimLease,
  type EnvelopeRow,
  findByKey,
  insertEnvelope,
  type Lease,
  recordAttempt,
  releaseLease,
  type SentRow,
  saveEnvelopeId,
} from './repository.ts';
import { readTemplate } from './templates.ts';
import { createdEnvelopeSchema } from './wire.ts';

/** Renewed right before each attempt, and longer than one attempt takes including timeouts and pauses. */
const LEASE_MS = 4 * 60_000;
const SETTLE_MS = 3_000;
/** Waits for a concurrent call that creates this envelope until this request's deadline, 25 seconds at most. */
const POLL_INTERVAL_MS = 250;
const MAX_POLLS = 100;

/**
 * Creates an envelope, ready to be signed; a key that was used before returns its envelope. DocuSign has no idempotency keys:
 * the row is inserted first, only one caller across all servers may send the request, and a caller that does not know the
 * outcome of an earlier attempt searches for its envelope before sending another request.
 */
export async function createEnvelope(tools: DocusignTools, input: CreateEnvelope): Promise<EnvelopeState> {
  await insertEnvelope(tools.database, {
    idempotency_key: input.idempotencyKey,
    template_id: input.templateId,
    transaction_id: randomUUID(),
    created_at: tools.clock.now(),
  });
  for (let polls = 0; polls < MAX_POLLS && deadlineLeftMs() > 0; polls += 1) {
    const row = await findByKey(tools.database, input.idempotencyKey);
    if (!row) throw new Error('a row of docusign_envelopes is gone');
    if (row.envelope_id !== null) return statusOfCreated(tools, { ...row, envelope_id: row.envelope_id });
    const lease = { id: row.id, holder: randomUUID() };
    const mine = await claimLease(tools.database, lease, spanOf(tools, LEASE_MS));
    if (mine) return underLease(tools, lease, () => findOrCreate(tools, lease, mine, input));
    await tools.wait(POLL_INTERVAL_MS);
  }
  throw new EsignError('unavailable', 'Another request is still creating this envelope.');
}

async function underLease<Result>(
  tools: DocusignTools,
  lease: Lease,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    await releaseLease(tools.database, lease);
  }
}

/** The stored state; DocuSign is queried only when there is none. */
async function statusOfCreated(tools: DocusignTools, row: SentRow): Promise<EnvelopeState> {
  const known = readState(row.state);
  return known ? portState(row.envelope_id, known) : statusOf(tools, row.envelope_id);
}

async function findOrCreate(
  tools: DocusignTools,
  lease: Lease,
  row: EnvelopeRow,
  input: CreateEnvelope,
): Promise<EnvelopeState> {
  const earlier = row.tried_at ? await findCreated(tools, row) : null;
  if (earlier) return adopt(tools, row, earlier);
  const read = await readTemplate(tools, input.templateId, 'interactive');
  const definition = defineEnvelope(tools.settings.publicUrl, row, read, input);
  try {
    return await create(tools, lease, row, definition);
  } catch (error) {
    if (!isUncertain(error)) throw error;
    const created = await searchAgain(tools, row);
    if (created) return adopt(tools, row, created);
    tools.log.warn(
      { err: error, transaction: row.transaction_id },
      'DocuSign did not create an envelope; retrying',
    );
    return create(tools, lease, row, definition);
  }
}

/** DocuSign may still be processing the request that timed out. */
async function searchAgain(tools: DocusignTools, row: EnvelopeRow): Promise<string | null> {
  const tried = { ...row, tried_at: tools.clock.now() };
  await tools.wait(SETTLE_MS);
  const found = await findCreated(tools, tried);
  if (found) return found;
  await tools.wait(2 * SETTLE_MS);
  return findCreated(tools, tried);
}

async function create(
  tools: DocusignTools,
  lease: Lease,
  row: EnvelopeRow,
  definition: EnvelopeDefinition,
): Promise<EnvelopeState> {
  const { body, initial } = definition;
  const beforeRequest = async () => {
    const isMine = await recordAttempt(tools.database, lease, {
      ...spanOf(tools, LEASE_MS),
      template_id: body.templateId,
    });
    if (!isMine) throw new EsignError('unavailable', 'Another request is creating this envelope.');
  };
  const asOf = tools.clock.now();
  const { envelopeId, status } = await tools.client.send(
    { method: 'POST', path: '/envelopes', body, repetition: 'once', beforeRequest },
    createdEnvelopeSchema,
  );
  await save(tools, row, envelopeId);
  const nothingYet = { completedAt: null, voidedAt: null, changedAt: null };
  const reading = { ...initial, ...nothingYet, status: status.toLowerCase() || 'sent', asOf };
  return portState(envelopeId, await apply(tools, { ...row, envelope_id: envelopeId }, reading));
}

/** Continues with an envelope that an earlier attempt created, and fetches its current state. */
async function adopt(tools: DocusignTools, row: EnvelopeRow, envelopeId: string): Promise<EnvelopeState> {
  await save(tools, row, envelopeId);
  tools.log.info(
    { envelope: envelopeId, transaction: row.transaction_id },
    'found the envelope of an earlier attempt',
  );
  return portState(envelopeId, await findInList(tools, { ...row, envelope_id: envelopeId }));
}

async function save(tools: DocusignTools, row: EnvelopeRow, envelopeId: string): Promise<void> {
  if (await saveEnvelopeId(tools.database, row.id, envelopeId)) return;
  tools.log.error(
    { envelope: envelopeId, transaction: row.transaction_id },
    'DocuSign has a duplicate envelope',
  );
  throw new EsignError('unavailable', 'DocuSign created this envelope twice.');
}
