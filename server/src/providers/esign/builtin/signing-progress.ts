import type { SigningInput, SigningTicket } from '#platform/ports/built-in-signing.ts';
import { encryptDraft } from './encrypted-values.ts';
import {
  type EsignTools,
  openEnvelopeTemplate,
  requireEnvelope,
  requireLocked,
  requireSigner,
  signingErrorOf,
} from './envelope-state.ts';
import { changeSigner } from './repository.ts';
import { draftOf } from './signing-answers.ts';

/**
 * Saves a signer's unfinished entries. Locks the envelope, so that a save that arrives after the envelope was signed, declined
 * or voided is rejected instead of writing a draft that nothing would delete.
 */
export async function saveProgress(
  tools: EsignTools,
  ticket: SigningTicket,
  values: SigningInput['values'],
): Promise<Date> {
  const { envelope } = await requireEnvelope(tools.database, ticket.envelopeId);
  const template = await openEnvelopeTemplate(tools, envelope);
  const draft = draftOf(template, ticket.signer, values);
  const now = tools.clock.now();
  await tools.database.transaction(async (db) => {
    const current = await requireLocked(db, ticket.envelopeId);
    const error = signingErrorOf(current, ticket.signer);
    if (error) throw error;
    const { id } = requireSigner(current.signers, ticket.signer);
    await changeSigner(db, id, {
      draft_values: encryptDraft(tools.cipher, id, draft),
      draft_saved_at: now,
    });
  });
  return now;
}
