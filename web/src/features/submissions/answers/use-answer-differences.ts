import {
  listAnswerDifferences,
  takeOverAnswers,
} from '@ledgerline/contract/submissions/differences/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { readAs } from '../../../lib/read-as.ts';
import { reread, useWrite } from '../../../lib/use-write.ts';

type Compared = Pick<Submission, 'id' | 'client_id' | 'is_completed'>;

/** Kept beside the client's own queries: whatever changes the client asks for the differences anew. */
const keyOf = ({ id, client_id }: Compared) => ['client', client_id, 'differences', id] as const;

/** Only a form that was handed in and has a client is compared. */
export function useAnswerDifferences(submission: Compared) {
  return useQuery({
    queryKey: keyOf(submission),
    queryFn: async (asked) =>
      (await api(listAnswerDifferences, { params: { id: submission.id }, ...readAs(asked) })).data,
    enabled: submission.is_completed && submission.client_id !== null,
  });
}

export function useTakeOverAnswers({ id, client_id }: Compared) {
  return useWrite(
    (fields: string[]) => api(takeOverAnswers, { params: { id }, body: { fields } }),
    reread(['client', client_id], ['clients'], ['submissions'], ['submission', id]),
  );
}
