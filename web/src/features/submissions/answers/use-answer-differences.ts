import { applyAnswers, listAnswerDifferences } from '@ledgerline/contract/submissions/differences/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { readAs } from '../../../lib/read-as.ts';
import { invalidate, useWrite } from '../../../lib/use-write.ts';

type Compared = Pick<Submission, 'id' | 'client_id' | 'is_completed'>;

/** Nested under the client's queries: any change of the client refetches the differences. */
const keyOf = ({ id, client_id }: Compared) => ['client', client_id, 'differences', id] as const;

/** Only a submitted form with a client is compared. */
export function useAnswerDifferences(submission: Compared) {
  return useQuery({
    queryKey: keyOf(submission),
    queryFn: async (context) =>
      (await api(listAnswerDifferences, { params: { id: submission.id }, ...readAs(context) })).data,
    enabled: submission.is_completed && submission.client_id !== null,
  });
}

export function useApplyAnswers({ id, client_id }: Compared) {
  return useWrite(
    (fields: string[]) => api(applyAnswers, { params: { id }, body: { fields } }),
    invalidate(['client', client_id], ['clients'], ['submissions'], ['submission', id]),
  );
}
