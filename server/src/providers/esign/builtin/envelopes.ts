import { randomBytes } from 'node:crypto';
import { voidAllowed } from '@ledgerline/contract/rules';
import type { ClientInfo, SigningTicket } from '#platform/ports/built-in-signing.ts';
import {
  type CreateEnvelope,
  type EnvelopeState,
  EsignError,
  ONLY_SENT_OR_DELIVERED,
} from '#platform/ports/esign.ts';
import { lockFiles } from '#platform/storage/store-file.ts';
import { encryptPrefill } from './encrypted-values.ts';
import {
  type EsignTools,
  requireEnvelope,
  requireLocked,
  requireSigner,
  signingErrorOf,
  stateOf,
} from './envelope-state.ts';
import type { LibraryTemplate } from './library.ts';
import { readFacts } from './open-safely.ts';
import {
  changeEnvelope,
  changeSigner,
  deleteDrafts,
  findByKey,
  insertEnvelope,
  insertEvent,
  insertSigner,
} from './repository.ts';
import { sha256 } from './template-limits.ts';

const LONGEST_TITLE = 200;
const LONGEST_BROWSER = 400;

/** Creates an envelope, ready to be signed; a key that was used before returns its existing envelope. */
export async function createEnvelope(tools: EsignTools, input: CreateEnvelope): Promise<EnvelopeState> {
  const known = await findByKey(tools.database, input.idempotencyKey);
  if (known) return stateOf(tools, await requireEnvelope(tools.database, known.envelope_id));
  const template = await tools.library.read(input.templateId);
  const people = template.recipients.map((role) => {
    const person = input.people.find((candidate) => candidate.role === role);
    if (!person?.name.trim()) throw new EsignError('invalid', `The document needs the name of the ${role}.`);
    return person;
  });
  const envelopeId = `env_${randomBytes(18).toString('base64url')}`;
  const key = `esign/${envelopeId}/template.pdf`;
  await tools.storage.put(key, template.bytes);
  const isMine = await insertAll(tools, input, template, people, { envelopeId, key });
  if (!isMine) {
    await tools.storage.remove(key);
    return createEnvelope(tools, input);
  }
  const created = await requireEnvelope(tools.database, envelopeId);
  return stateOf(tools, created, await readFacts(template.bytes, created.envelope.template_sha256));
}

/** False when a concurrent call with the same key was first. */
function insertAll(
  tools: EsignTools,
  input: CreateEnvelope,
  template: LibraryTemplate,
  people: CreateEnvelope['people'],
  { envelopeId, key }: { envelopeId: string; key: string },
): Promise<boolean> {
  const now = tools.clock.now();
  return tools.database.transaction(async (db) => {
    const created = {
      envelope_id: envelopeId,
      idempotency_key: input.idempotencyKey,
      title: [...(input.subject.trim() || template.name)].slice(0, LONGEST_TITLE).join(''),
      template_id: template.id,
      template_name: template.name,
      template_sha256: sha256(template.bytes),
      template_key: key,
    };
    const id = await insertEnvelope(db, created, now);
    if (id === undefined) return false;
    await lockFiles(db, tools.storage, [key]);
    await changeEnvelope(db, id, { prefill: encryptPrefill(tools.cipher, id, input) });
    for (const [position, { role, name, email }] of people.entries()) {
      const signer = { envelope_row: id, role, name: name.trim(), email, signing_order: position + 1 };
      await insertSigner(db, signer);
    }
    for (const kind of ['created', 'sent'] as const) await insertEvent(db, id, { kind, happened_at: now });
    return true;
  });
}

/** Records each signer's first view; the first view overall changes a sent envelope to delivered. */
export async function recordViewed(
  tools: EsignTools,
  ticket: SigningTicket,
  clientInfo: ClientInfo,
): Promise<void> {
  const now = tools.clock.now();
  await tools.database.transaction(async (db) => {
    const { envelope, signers } = await requireLocked(db, ticket.envelopeId);
    const signer = requireSigner(signers, ticket.signer);
    const isOpen = envelope.status === 'sent' || envelope.status === 'delivered';
    if (signer.viewed_at || !isOpen) return;
    await changeSigner(db, signer.id, { viewed_at: now });
    if (envelope.status === 'sent') await changeEnvelope(db, envelope.id, { status: 'delivered' });
    await insertEvent(db, envelope.id, {
      kind: 'opened',
      role: signer.role,
      happened_at: now,
      ...seenAt(clientInfo),
    });
  });
}

/** The client info as stored; a browser may send a user agent of any content and length. */
export function seenAt(clientInfo: ClientInfo): { address: string; user_agent: string } {
  const name = clientInfo.userAgent.replace(/\p{C}/gu, ' ').trim();
  return {
    address: clientInfo.address.slice(0, 60),
    user_agent: [...name].slice(0, LONGEST_BROWSER).join(''),
  };
}

export async function voidEnvelope(tools: EsignTools, envelopeId: string, reason: string): Promise<void> {
  const now = tools.clock.now();
  await tools.database.transaction(async (db) => {
    const { envelope } = await requireLocked(db, envelopeId);
    if (!voidAllowed({ envelope_status: envelope.status })) {
      throw new EsignError('wrong_state', ONLY_SENT_OR_DELIVERED);
    }
    await deleteDrafts(db, envelope.id);
    await changeEnvelope(db, envelope.id, { status: 'voided', voided_at: now, void_reason: reason });
    await insertEvent(db, envelope.id, { kind: 'voided', happened_at: now, note: reason });
  });
}

/** A signer declines; a repeated decline returns the same. */
export async function declineEnvelope(
  tools: EsignTools,
  ticket: SigningTicket,
  reason: string,
  clientInfo: ClientInfo,
): Promise<EnvelopeState> {
  const now = tools.clock.now();
  await tools.database.transaction(async (db) => {
    const current = await requireLocked(db, ticket.envelopeId);
    const signer = requireSigner(current.signers, ticket.signer);
    if (signer.status === 'declined') return;
    const error = signingErrorOf(current, ticket.signer);
    if (error) throw error;
    const { id } = current.envelope;
    await deleteDrafts(db, id);
    await changeSigner(db, signer.id, { status: 'declined', ...seenAt(clientInfo) });
    await changeEnvelope(db, id, { status: 'declined', declined_at: now, decline_reason: reason });
    const event = { kind: 'declined' as const, role: signer.role, happened_at: now, note: reason };
    await insertEvent(db, id, { ...event, ...seenAt(clientInfo) });
  });
  const after = await requireEnvelope(tools.database, ticket.envelopeId);
  return stateOf(tools, after);
}
