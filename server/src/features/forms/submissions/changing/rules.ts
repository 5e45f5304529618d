import type { BodyOf } from '@ledgerline/contract/endpoint';
import { formLinkId, isFinished, isVoided, type SignableForm } from '@ledgerline/contract/rules';
import type { updateSubmission } from '@ledgerline/contract/submissions/endpoints';
import { knownFormType } from '../rules.ts';

type Asked = BodyOf<typeof updateSubmission>;

/** The form as it stands. */
type Form = SignableForm &
  Record<'form_id' | 'client_id' | 'session_id', number | null> &
  Record<'source_template_id' | 'form_link_id' | 'envelope_id' | 'next_signer_role', string | null>;

/** Fields that say how far a form is; while it is out for signature or done, its signatures say that. */
const STATES = [
  'status',
  'next_signer_role',
  'pending_advisor_signature',
  'pending_client_signature',
] as const;

/** Why a form cannot be changed as asked, as a sentence; null when it can. What is sent as it stands is no change. */
export function changeRefusal(row: Form, asked: Asked): string | null {
  if (isOfAnother(row, asked)) return 'A form stays what it was made from. Add another form instead.';
  if (asked.client_id === null && row.client_id !== null)
    return 'Use Unlink to take this form from its client.';
  if (asked.session_id === null && row.session_id !== null) {
    return 'Use Unlink to take this form out of its session.';
  }
  const isSettled = row.envelope_id !== null || isFinished(row) || isVoided(row);
  const isState = STATES.some((field) => asked[field] !== undefined && asked[field] !== row[field]);
  return isSettled && isState
    ? 'This form is out for signature or done: its status and signers cannot be set by hand.'
    : null;
}

function isOfAnother(row: Form, asked: Asked): boolean {
  const { form_id, source_template_id, type, form_link_id } = asked;
  const sources = [row.source_template_id, row.form_link_id, String(row.form_id)];
  return (
    (form_id !== undefined && form_id !== row.form_id) ||
    (source_template_id !== undefined && !sources.includes(source_template_id)) ||
    (type !== undefined && knownFormType(type) !== row.type) ||
    (form_link_id !== undefined && formLinkId(form_link_id) !== (row.form_link_id ?? ''))
  );
}
