import { isCompletedOrSigned, type SignableForm } from '@ledgerline/contract/rules';

/** Only owners may delete what is completed or signed by anyone; every agent may delete the rest (decisions O5). */
export function canDeleteSubmission(actor: { is_owner: boolean }, form: SignableForm): boolean {
  return actor.is_owner || !isCompletedOrSigned(form);
}
