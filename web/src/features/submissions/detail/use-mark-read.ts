import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useEffect, useRef } from 'react';
import { useReadSubmission } from '../api.ts';
import { needsReview } from '../submission-display.ts';

/**
 * Opening a submission marks it as read, once (decisions H9). The server also checks whether answers that an agent has
 * to decide on still differ from the client record.
 */
export function useMarkRead(submission: Submission | undefined): void {
  const { mutate } = useReadSubmission();
  const marked = useRef<number | null>(null);
  const id = submission && needsReview(submission) ? submission.id : null;
  useEffect(() => {
    if (id === null || marked.current === id) return;
    marked.current = id;
    mutate(id);
  }, [id, mutate]);
}
