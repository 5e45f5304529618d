import { isWebFormType } from '@ledgerline/contract/rules';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useState } from 'react';
import { useFreshSubmission } from '../api.ts';
import { downloadProblem } from '../document/use-download.ts';

const FAILED = 'Failed to print form. Please try again.';

/** A submitted web form: it has answers to print. */
export function isPrintable(submission: Submission): boolean {
  return isWebFormType(submission.type) && downloadProblem(submission) === null;
}

/** Refetches the answers and opens the browser's print dialog, which prints the answers sheet. */
export function usePrint({ id }: Pick<Submission, 'id'>) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const refetch = useFreshSubmission();

  async function print() {
    setFailure(null);
    setBusy(true);
    try {
      await refetch(id);
      // The response renders one tick later.
      await new Promise((resolve) => setTimeout(resolve, 0));
      window.print();
    } catch (error) {
      console.error('the form could not be printed', error);
      setFailure(FAILED);
    } finally {
      setBusy(false);
    }
  }
  return { print, failure, isBusy };
}
