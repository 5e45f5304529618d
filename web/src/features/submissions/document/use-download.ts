import { isFinished, isWebFormType } from '@ledgerline/contract/rules';
import { downloadSubmission, NO_DOCUMENT, NOT_COMPLETE } from '@ledgerline/contract/submissions/endpoints';
import { agentNameOf } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useState } from 'react';
import { saveFile } from '../../../domain/downloads.ts';
import { fetchFile } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/http.ts';

const FAILED = 'Failed to download document. Please try again.';

/** Why a document cannot be downloaded now; null when it can (1§5). */
export function downloadProblem(submission: Submission): string | null {
  const { type, envelope_id, signed_document_id, display_status } = submission;
  if (isWebFormType(type)) return isFinished(submission) && submission.has_form_data ? null : NO_DOCUMENT;
  const isSigning = type === 'DocuSign' || envelope_id !== null;
  if (isSigning) return display_status === 'Completed' ? null : NOT_COMPLETE;
  return signed_document_id === null ? NO_DOCUMENT : null;
}

/** Saves the finished document as a file, or says in the words of 1§8 why not. */
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
      setFailure(downloadFailure(error));
    } finally {
      setBusy(false);
    }
  }
  return { download, failure, isBusy };
}

function downloadFailure(error: unknown): string {
  const said = error instanceof ApiError ? error.serverMessage : undefined;
  return said === NOT_COMPLETE || said === NO_DOCUMENT ? said : FAILED;
}

function fileName(submission: Submission): string {
  const name = agentNameOf(submission)
    .replaceAll(/[\\/:*?"<>|]+/g, ' ')
    .trim();
  return `${name || 'document'}.pdf`;
}
