import { BACKGROUND_SYNC_RECHECK_MS } from '@ledgerline/contract/rules';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startBackgroundSync, submissionKeys } from '../api.ts';

/**
 * When the opened form has an envelope, the server syncs with the provider by itself; about 2.5 seconds later the
 * form is refetched (1§4).
 */
export function useBackgroundSync(submission: Submission | undefined): void {
  const queryClient = useQueryClient();
  const id = submission && submission.envelope_id !== null && !submission.is_voided ? submission.id : null;
  useEffect(() => {
    if (id === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    void startBackgroundSync(id)
      .then(() => {
        if (isGone) return;
        timer = setTimeout(
          () => void queryClient.invalidateQueries({ queryKey: submissionKeys.submission(id) }),
          BACKGROUND_SYNC_RECHECK_MS,
        );
      })
      // A background sync: on failure the screen stays unchanged, and "Re-sync" shows the error.
      .catch((error: unknown) => console.warn('the background sync did not start', error));
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id, queryClient]);
}

/** Fields that a sync may change; when they differ the lists are stale (1§4). */
export function signatureState(submission: Submission): string {
  const { status, display_status, envelope_status, is_voided } = submission;
  const { pending_advisor_signature, pending_client_signature } = submission;
  const { has_advisor_signature, has_client_signature } = submission;
  return JSON.stringify([
    [status, display_status, envelope_status, is_voided],
    [pending_advisor_signature, pending_client_signature, has_advisor_signature, has_client_signature],
  ]);
}
