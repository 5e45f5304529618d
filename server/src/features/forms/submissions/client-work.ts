import { DOCUMENT_REQUEST_TYPE, WEB_FORM_MARKERS } from '@ledgerline/contract/rules';

const FILLED = ['webform', ...WEB_FORM_MARKERS, DOCUMENT_REQUEST_TYPE.toLowerCase()]
  .map((type) => `'${type}'`)
  .join(', ');

/** SQL: whether a client still has work on the submission `f`: a web form to submit, documents to send or a signature to give. */
export const CLIENT_WORK_LEFT = `not (f.is_voided or f.voided_at is not null or f.is_completed or f.signed_at is not null
       or lower(btrim(f.status)) in ('voided', 'declined', 'completed'))
   and not (f.has_client_signature or f.client_signed_at is not null)
   and (f.pending_client_signature or replace(lower(btrim(f.type)), ' ', '') in (${FILLED}))`;
