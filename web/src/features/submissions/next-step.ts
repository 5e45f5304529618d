import { isDeclined, isDocumentRequest, isVoided, linkExpired } from '@ledgerline/contract/rules';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { fillingText } from '../../domain/forms/filling-text.ts';
import { formType } from '../../domain/forms/form-type.ts';

export interface NextStep {
  text: string;
  who: 'agent' | 'client' | 'none';
}

const agent = (text: string): NextStep => ({ text, who: 'agent' });
const client = (text: string): NextStep => ({ text, who: 'client' });
const NONE: NextStep = { text: '—', who: 'none' };

/** What has to happen next with a submission, and who has to do it. */
export function nextStep(row: SubmissionRow, now: Date): NextStep {
  if (isVoided(row)) return NONE;
  if (isDeclined(row)) return agent('Talk to the client');
  if (row.category === 'alert') return agent('Sign');
  if (row.category === 'complete') return afterCompletion(row);
  if (row.display_status === 'Sent - Awaiting Signature') return client('Client signs');
  if (isPublic(row)) return client('Visitor finishes the form');
  if (row.client_id === null && row.session_id === null) return agent('Link to a client');
  return missingLink(row, now) ?? client(ofClient(row));
}

function afterCompletion(row: SubmissionRow): NextStep {
  if (row.client_id === null && row.session_id === null) return agent('Link to a client');
  if (row.read_at === null) return agent('Review');
  if (!row.has_pending_answers) return NONE;
  return agent(isDocumentRequest(row.type) ? 'Review the documents' : 'Apply the answers');
}

const isPublic = ({ access_type, client_id, session_id }: SubmissionRow): boolean =>
  access_type === 'public' && client_id === null && session_id === null;

/** A form of a session is reached through the session's link, which lists do not contain. */
function missingLink(row: SubmissionRow, now: Date): NextStep | null {
  if (row.session_id !== null) return null;
  if (row.secure_access_token === null) return agent('Send the link');
  return linkExpired({ access_token_expires_at: row.access_token_expires_at, now })
    ? agent('Send a new link')
    : null;
}

function ofClient(row: SubmissionRow): string {
  if (row.display_status === 'Pending Client Signature') return 'Client signs';
  if (isDocumentRequest(row.type)) return 'Client sends the documents';
  const type = formType(row.type);
  if (type === 'PDF' || type === 'Link') return 'Client opens it';
  if (!row.has_form_data || row.total_steps === 0) return 'Client fills in the form';
  return fillingText(row);
}
