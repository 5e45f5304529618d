import { ERRORS } from '@ledgerline/contract/errors';
import { isFinished, isWebFormType } from '@ledgerline/contract/rules';
import { downloadSubmission } from '@ledgerline/contract/submissions/endpoints';
import { agentNameOf } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useState } from 'react';
import { saveFile } from '../../../domain/downloads.ts';
import { fetchFile } from '../../../lib/api.ts';
import { errorMessageOf, hasErrorCode } from '../../../lib/api-error.ts';

const FAILED = 'Failed to download document. Please try again.';

/** Why a document cannot be downloaded now; null when it can (1§5). */
export function downloadProblem(submission: Submission): string | null {
  const { type, envelope_id, signed_document_id, display_status } = submission;
  if (isWebFormType(type))
    return isFinished(submission) && submission.has_form_data ? null : ERRORS.no_document.message;
  const isSigning = type === 'DocuSign' || envelope_id !== null;
  if (isSigning) return display_status === 'Completed' ? null : ERRORS.document_unfinished.message;
  return signed_document_id === null ? ERRORS.no_document.message : null;
}

/** Saves the finished document as a file, or shows the message of 1§8. */
export function useDownload(submission: Submission) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function download() {
    const problem = downloadProblem(submission);
    setFailure(problem);
    if (problem !== null) return;
    setBusy(true);
    try {
      saveFile(await fetchFile(downloadSubmission, { params: { id: submission.id } }), fileName(submission));
    } catch (error) {
      console.error('the document could not be downloaded', error);
      const isNone = hasErrorCode(error, 'document_unfinished', 'no_document');
      setFailure((isNone && errorMessageOf(error)) || FAILED);
    } finally {
      setBusy(false);
    }
  }
  return { download, failure, isBusy };
}

function fileName(submission: Submission): string {
  const name = agentNameOf(submission)
    .replaceAll(/[\\/:*?"<>|]+/g, ' ')
    .trim();
  return `${name || 'document'}.pdf`;
}
