import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useEffect, useRef } from 'react';
import { useReadSubmission } from '../api.ts';

/** Opening a submission marks it as read, once (decisions H9). */
export function useMarkRead(submission: Submission | undefined): void {
  const { mutate } = useReadSubmission();
  const marked = useRef<number | null>(null);
  const id = submission?.read_at === null ? submission.id : null;
  useEffect(() => {
    if (id === null || marked.current === id) return;
    marked.current = id;
    mutate(id);
  }, [id, mutate]);
}
