import type { Database } from '#platform/database/database.ts';
import type { ClientInfo, Signed, SigningInput, SigningTicket } from '#platform/ports/built-in-signing.ts';
import { EsignError } from '#platform/ports/esign.ts';
import type { FileReference } from '#platform/storage/storage.ts';
import { lockFile } from '#platform/storage/store-file.ts';
import { encryptAnswers, openSignatures, openValues } from './encrypted-values.ts';
import {
  type EnvelopeTemplate,
  type EnvelopeWithSigners,
  type EsignTools,
  isUnusable,
  openEnvelopeTemplate,
  requireEnvelope,
  requireLocked,
  requireSigner,
  signingErrorOf,
  stateOf,
} from './envelope-state.ts';
import { seenAt } from './envelopes.ts';
import { choicesOf } from './field-owners.ts';
import { finishSafely } from './open-safely.ts';
import {
  changeEnvelope,
  changeSigner,
  deleteDrafts,
  insertEvent,
  listEvents,
  listSigners,
} from './repository.ts';
import { loadSeal } from './seal.ts';
import type { Seal } from './seal-pdf.ts';
import { answersOf, checkSignature, repeatsAnswers } from './signing-answers.ts';
import { sha256 } from './template-limits.ts';

/**
 * Signs once, under a lock on the envelope: a second click waits for the first and gets the same result. The last signature
 * creates the sealed document in the same transaction, so a completed envelope is always sealed.
 */
export async function signEnvelope(
  tools: EsignTools,
  ticket: SigningTicket,
  input: SigningInput,
  clientInfo: ClientInfo,
): Promise<Signed> {
  const before = await requireEnvelope(tools.database, ticket.envelopeId);
  const template = await openToSign(tools, before, ticket);
  const seal = await loadSeal(tools, tools.clock.now());
  const now = tools.clock.now();
  const completed = await tools.database.transaction(async (db) => {
    const current = await requireLocked(db, ticket.envelopeId);
    const signer = requireSigner(current.signers, ticket.signer);
    if (signer.status === 'signed') {
      assertSameAnswers(tools, current, template, { signer, input });
      return null;
    }
    const error = signingErrorOf(current, ticket.signer);
    if (error) throw error;
    await recordSignature(tools, db, current, template, { ticket, input, clientInfo, now });
    const signers = await listSigners(db, current.envelope.id);
    if (signers.some(({ status }) => status !== 'signed')) return null;
    return complete(tools, db, { envelope: current.envelope, signers }, template, seal, now);
  });
  const after = await requireEnvelope(tools.database, ticket.envelopeId);
  const isFinished = after.envelope.status === 'completed';
  const stored = completed ?? (isFinished ? await sealedFile(tools, after) : null);
  return { state: await stateOf(tools, after, template), finished: stored && { stored } };
}

/** EsignError `content_lost` when a document that waits for this signature can no longer be used. */
async function openToSign(
  tools: EsignTools,
  current: EnvelopeWithSigners,
  { signer }: SigningTicket,
): Promise<EnvelopeTemplate> {
  try {
    return await openEnvelopeTemplate(tools, current.envelope);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    throw signingErrorOf(current, signer) ?? new EsignError('content_lost', error.message, { cause: error });
  }
}

/**
 * A repeated submission gets the result of the first; a signer who submits other entries must learn that they did not count.
 */
function assertSameAnswers(
  tools: EsignTools,
  { envelope, signers }: EnvelopeWithSigners,
  template: EnvelopeTemplate,
  { signer, input }: { signer: EnvelopeWithSigners['signers'][number]; input: SigningInput },
): void {
  const signed = openValues(tools.cipher, template.fields, envelope, signers);
  const answers = answersOf(template, signer.role, input, signed);
  if (repeatsAnswers(answers, signed) && signer.typed_name === input.signature.name.trim()) return;
  throw new EsignError(
    'wrong_state',
    'You have already signed this document with other entries. Your first signature counts.',
  );
}

async function recordSignature(
  tools: EsignTools,
  db: Database,
  { envelope, signers }: EnvelopeWithSigners,
  template: EnvelopeTemplate,
  details: { ticket: SigningTicket; input: SigningInput; clientInfo: ClientInfo; now: Date },
): Promise<void> {
  const { ticket, input, now } = details;
  const signer = requireSigner(signers, ticket.signer);
  await checkSignature(input.signature);
  const known = openValues(tools.cipher, template.fields, envelope, signers);
  const answers = answersOf(template, signer.role, input, known);
  const where = seenAt(details.clientInfo);
  await changeSigner(db, signer.id, {
    status: 'signed',
    signed_at: now,
    viewed_at: signer.viewed_at ?? now,
    consent_at: now,
    consent_language: input.language,
    method: input.signature.method,
    typed_name: input.signature.name.trim(),
    signature_saved_at: input.signature.savedAt ?? null,
    ...where,
    ...encryptAnswers(tools.cipher, signer.id, answers, input.signature.image),
  });
  await deleteDrafts(db, envelope.id);
  if (envelope.status === 'sent') await changeEnvelope(db, envelope.id, { status: 'delivered' });
  for (const kind of ['consent', 'signed'] as const) {
    await insertEvent(db, envelope.id, { kind, role: signer.role, happened_at: now, ...where });
  }
}

async function complete(
  tools: EsignTools,
  db: Database,
  { envelope, signers }: EnvelopeWithSigners,
  template: EnvelopeTemplate,
  seal: Seal,
  now: Date,
): Promise<FileReference> {
  const values = openValues(tools.cipher, template.fields, envelope, signers);
  const signatures = openSignatures(tools.cipher, signers, tools.timeZone);
  await insertEvent(db, envelope.id, { kind: 'sealed', happened_at: now });
  const certificate = {
    brokerage: tools.brokerage,
    logo: (await tools.readLogo?.(db)) ?? null,
    timeZone: tools.timeZone,
    title: envelope.title,
    envelopeId: envelope.envelope_id,
    templateName: envelope.template_name,
    templateSha256: envelope.template_sha256,
    signers,
    events: await listEvents(db, envelope.id),
    choices: choicesOf(template.fields, values),
  };
  const entries = { values, signatures };
  const sealed = await finishSafely(template.bytes, { entries, certificate, seal, now });
  const key = `esign/${envelope.envelope_id}/sealed.pdf`;
  // The sweep may be about to delete what an interrupted signature left under this key.
  await lockFile(db, key, 'shared');
  await tools.storage.put(key, sealed);
  const sealed_sha256 = sha256(sealed);
  await changeEnvelope(db, envelope.id, {
    status: 'completed',
    completed_at: now,
    sealed_key: key,
    sealed_sha256,
  });
  return { storage_key: key, file_size: sealed.length, sha256: sealed_sha256 };
}

/** The location of a completed envelope's sealed file, after verifying its content: it may have been created long ago. */
export async function sealedFile(tools: EsignTools, sealed: EnvelopeWithSigners): Promise<FileReference> {
  const { sealed_key, sealed_sha256 } = sealed.envelope;
  if (!sealed_key || !sealed_sha256) throw notComplete();
  const { length } = await readSealed(tools, sealed);
  return { storage_key: sealed_key, file_size: length, sha256: sealed_sha256 };
}

function notComplete(): EsignError {
  return new EsignError('wrong_state', 'This document is not complete yet.');
}

/** The sealed file of a completed envelope, verified against its stored hash. */
export async function readSealed(tools: EsignTools, { envelope }: EnvelopeWithSigners): Promise<Buffer> {
  if (!envelope.sealed_key) throw notComplete();
  const bytes = await tools.storage.read(envelope.sealed_key);
  if (sha256(bytes) !== envelope.sealed_sha256) {
    throw new Error(`the sealed document of envelope ${envelope.envelope_id} was changed in storage`);
  }
  return bytes;
}
