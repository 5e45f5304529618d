import { isCompletedOrSigned, type SignableForm } from '@ledgerline/contract/rules';

/** What is completed or signed by anybody is an owner's alone to delete; the rest is every agent's (decisions O5). */
export function canDeleteSubmission(actor: { is_owner: boolean }, form: SignableForm): boolean {
  return actor.is_owner || !isCompletedOrSigned(form);
}
