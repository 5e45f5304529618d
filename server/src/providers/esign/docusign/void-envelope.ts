import { voidAllowed } from '@ledgerline/contract/rules';
import { EsignError, ONLY_SENT_OR_DELIVERED } from '#platform/ports/esign.ts';
import { cut } from './define-envelope.ts';
import { apply, type DocusignTools, findInList, pathOf, requireRow } from './envelopes.ts';
import { isOver, readState } from './known-state.ts';
import { nothingSchema } from './wire.ts';

const LONGEST_REASON = 200;

/**
 * Voids an open envelope. Idempotent: when DocuSign rejects the request, the current state is checked; it may be voided
 * already.
 */
export async function voidEnvelope(tools: DocusignTools, envelopeId: string, reason: string): Promise<void> {
  const row = await requireRow(tools, envelopeId);
  const known = readState(row.state);
  if (known?.status === 'voided') return;
  if (known && isOver(known)) throw new EsignError('wrong_state', ONLY_SENT_OR_DELIVERED);
  const body = { status: 'voided', voidedReason: cut(reason, LONGEST_REASON) || 'Voided' };
  const asOf = tools.clock.now();
  try {
    const call = { method: 'PUT', path: pathOf(envelopeId), body, repetition: 'repeatable' } as const;
    await tools.client.send(call, nothingSchema);
  } catch (error) {
    if (!(error instanceof EsignError) || error.kind !== 'invalid') throw error;
    const { status } = await findInList(tools, row);
    if (status === 'voided') return;
    // Rejected for another reason, for example because someone is editing it at DocuSign.
    if (voidAllowed({ envelope_status: status })) throw error;
    throw new EsignError('wrong_state', ONLY_SENT_OR_DELIVERED, { cause: error });
  }
  const signers = null;
  const at = { completedAt: null, voidedAt: asOf, changedAt: asOf, asOf };
  await apply(tools, row, { status: 'voided', signers, choices: null, ...at });
}
