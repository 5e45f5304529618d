import type { SigningState } from '@ledgerline/contract/signing/endpoints';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabasePool } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { type EnvelopeState, EsignError, type EsignSigner } from '#platform/ports/esign.ts';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { openValues } from './encrypted-values.ts';
import { choicesOf } from './field-owners.ts';
import type { Library } from './library.ts';
import { readFacts } from './open-safely.ts';
import {
  type EnvelopeRecord,
  findEnvelope,
  listSigners,
  lockEnvelope,
  type SignerRecord,
} from './repository.ts';
import type { TemplateFacts } from './template-facts.ts';
import { sha256 } from './template-limits.ts';

/** Dependencies of the provider's modules. */
export interface EsignTools {
  database: DatabasePool;
  storage: Storage;
  clock: Clock;
  cipher: FieldCipher;
  log: Log;
  library: Library;
  brokerage: string;
  readLogo?: (db: Database) => Promise<Buffer | null>;
  timeZone: string;
}

export interface EnvelopeWithSigners {
  envelope: EnvelopeRecord;
  signers: SignerRecord[];
}

const UNKNOWN = 'There is no such envelope.';

export async function requireEnvelope(db: Database, envelopeId: string): Promise<EnvelopeWithSigners> {
  const envelope = await findEnvelope(db, envelopeId);
  if (!envelope) throw new EsignError('not_found', UNKNOWN);
  return { envelope, signers: await listSigners(db, envelope.id) };
}

/** The same, with the row locked until the transaction ends. */
export async function requireLocked(db: Database, envelopeId: string): Promise<EnvelopeWithSigners> {
  const envelope = await lockEnvelope(db, envelopeId);
  if (!envelope) throw new EsignError('not_found', UNKNOWN);
  return { envelope, signers: await listSigners(db, envelope.id) };
}

export function requireSigner(signers: readonly SignerRecord[], role: EsignSigner): SignerRecord {
  const signer = signers.find((candidate) => candidate.role === role);
  if (!signer) throw new EsignError('not_found', `The ${role} does not sign this document.`);
  return signer;
}

/** A document that was sent, with its current values. */
export interface EnvelopeTemplate extends TemplateFacts {
  bytes: Buffer;
}

/** The document as it was when the envelope was created, whatever has changed in the library since. */
export async function openEnvelopeTemplate(
  tools: EsignTools,
  envelope: EnvelopeRecord,
): Promise<EnvelopeTemplate> {
  const bytes = await tools.storage.read(envelope.template_key);
  if (sha256(bytes) !== envelope.template_sha256) {
    throw new Error(`the document of envelope ${envelope.envelope_id} was changed in storage`);
  }
  return { ...(await readFacts(bytes, envelope.template_sha256)), bytes };
}

/** The state of an envelope; without choices when its document can no longer be opened. */
export async function stateOf(
  tools: EsignTools,
  { envelope, signers }: EnvelopeWithSigners,
  template?: TemplateFacts,
): Promise<EnvelopeState> {
  const fields = template?.fields ?? (await readableFields(tools, envelope));
  return {
    envelopeId: envelope.envelope_id,
    status: envelope.status,
    signers: signers.map(({ role, status, signed_at }) => ({ role, status, signedAt: signed_at })),
    choices: choicesOf(fields, openValues(tools.cipher, fields, envelope, signers)),
    completedAt: envelope.completed_at,
    voidedAt: envelope.voided_at,
    asOf: tools.clock.now(),
  };
}

async function readableFields(tools: EsignTools, envelope: EnvelopeRecord): Promise<TemplateFacts['fields']> {
  try {
    return (await openEnvelopeTemplate(tools, envelope)).fields;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    tools.log.warn(
      { err: error, envelope: envelope.envelope_id },
      'the document of an envelope cannot be opened',
    );
    return [];
  }
}

/** Whether an error means that a document cannot be used and a retry would not help. */
export function isUnusable(error: unknown): error is EsignError {
  return error instanceof EsignError && error.kind === 'invalid';
}

function isUnreadable(error: unknown): boolean {
  return isUnusable(error) || (error instanceof EsignError && error.kind === 'not_processed');
}

/** What a signer may do now. */
export function signingStateOf({ envelope, signers }: EnvelopeWithSigners, role: EsignSigner): SigningState {
  if (envelope.status === 'voided' || envelope.status === 'declined' || envelope.status === 'completed') {
    return envelope.status;
  }
  if (requireSigner(signers, role).status === 'signed') return 'signed';
  return signers.find(({ status }) => status === 'waiting')?.role === role ? 'ready' : 'waiting';
}

/** Why a signer cannot sign or decline; null when they can. */
export function signingErrorOf(current: EnvelopeWithSigners, role: EsignSigner): EsignError | null {
  const reasons: Readonly<Record<SigningState, string | null>> = {
    ready: null,
    waiting: 'The advisor has to sign first.',
    signed: 'You have already signed this document.',
    completed: 'This document is already complete.',
    declined: 'This document was declined and can no longer be signed.',
    voided: 'This document was voided and can no longer be signed.',
  };
  const reason = reasons[signingStateOf(current, role)];
  return reason ? new EsignError('wrong_state', reason) : null;
}
