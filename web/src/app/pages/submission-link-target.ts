import { isFinished, isVoided } from '@ledgerline/contract/rules';
import { submissionClient } from '@ledgerline/contract/submissions/form-data';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import type { LinkTarget } from '../../features/secure-links/link-target.ts';

/** A submission in the form that the Get Form Link modal needs. */
export function submissionLinkTarget(submission: SubmissionRow, language = ''): LinkTarget {
  const { id, form_id, form_link_id, client_id, session_id, session_type } = submission;
  const { name, email, phone } = submissionClient(submission);
  return {
    formId: form_id ?? form_link_id ?? '',
    form_link_id: form_link_id ?? '',
    title: formNameText(submission),
    type: submission.type,
    notes: submission.notes,
    client:
      client_id === null ? null : { id: client_id, name: name || 'Unknown Client', email, phone, language },
    session: session_id === null ? null : (session_type ?? `Session ${session_id}`),
    isClosed: isFinished(submission) || isVoided(submission),
    ...(client_id === null ? {} : { sessionFormId: id }),
  };
}
