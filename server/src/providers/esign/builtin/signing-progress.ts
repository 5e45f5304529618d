import { type DraftAnswers, type DraftSave, saveDraft } from '@ledgerline/contract/rules';
import type { SigningInput, SigningProgress, SigningTicket } from '#platform/ports/built-in-signing.ts';
import { decryptDraft, encryptDraft } from './encrypted-values.ts';
import {
  type EsignTools,
  openEnvelopeTemplate,
  requireEnvelope,
  requireLocked,
  requireSigner,
  signingErrorOf,
} from './envelope-state.ts';
import type { FieldValues } from './field-owners.ts';
import { changeSigner, type SignerRecord } from './repository.ts';
import { draftOf } from './signing-answers.ts';

/**
 * Merges a signer's unfinished entries into those saved so far. Locks the envelope, so that a save that arrives after the
 * envelope was signed, declined or voided is rejected instead of writing a draft that nothing would delete.
 */
export async function saveProgress(
  tools: EsignTools,
  ticket: SigningTicket,
  sent: { values: SigningInput['values']; draft: DraftSave | undefined },
): Promise<SigningProgress> {
  const { envelope } = await requireEnvelope(tools.database, ticket.envelopeId);
  const template = await openEnvelopeTemplate(tools, envelope);
  const entries = draftOf(template, ticket.signer, sent.values);
  return tools.database.transaction(async (db) => {
    const current = await requireLocked(db, ticket.envelopeId);
    const error = signingErrorOf(current, ticket.signer);
    if (error) throw error;
    const signer = requireSigner(current.signers, ticket.signer);
    const { changes, ...progress } = mergeEntries(tools, signer, { entries, draft: sent.draft });
    if (changes) await changeSigner(db, signer.id, changes);
    return progress;
  });
}

function mergeEntries(
  { cipher, clock }: EsignTools,
  signer: SignerRecord,
  sent: { entries: FieldValues; draft: DraftSave | undefined },
): SigningProgress & { changes: Partial<SignerRecord> | null } {
  const now = clock.now();
  const merged = saveDraft(
    { answers: decryptDraft(cipher, signer), state: signer.draft_state },
    { answers: sent.entries, draft: sent.draft },
    now.getTime(),
  );
  const others = entriesOf(merged.others);
  const { version } = merged.state;
  if (!merged.isNew) return { lastSaved: signer.draft_saved_at, version, others, changes: null };
  const changes = {
    draft_values: encryptDraft(cipher, signer.id, entriesOf(merged.answers)),
    draft_state: merged.state,
    draft_saved_at: now,
  };
  return { lastSaved: now, version, others, changes };
}

/** Documents have only texts and check boxes. */
function entriesOf(answers: DraftAnswers): FieldValues {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'boolean' ? [[name, value] as const] : [],
    ),
  );
}
