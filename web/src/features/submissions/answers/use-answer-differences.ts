import {
  type AnswerDifference,
  applyAnswers,
  listAnswerDifferences,
  updateAnswerDifferences,
} from '@ledgerline/contract/submissions/differences/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useQuery } from '@tanstack/react-query';
import { api, invalidate, readAs, useWrite } from '../../../lib/api.ts';

type Compared = Pick<Submission, 'id' | 'client_id' | 'is_completed'>;

/** Nested under the client's queries: any change of the client refetches the differences. */
const keyOf = ({ id, client_id }: Compared) => ['client', client_id, 'differences', id] as const;

/** Only a submitted form with a client is compared. */
export const isComparable = ({ is_completed, client_id }: Compared): boolean =>
  is_completed && client_id !== null;

export function useAnswerDifferences(submission: Compared) {
  return useQuery({
    queryKey: keyOf(submission),
    queryFn: async (context) =>
      (await api(listAnswerDifferences, { params: { id: submission.id }, ...readAs(context) })).data,
    enabled: isComparable(submission),
    // An earlier comparison may be older than the agent's own edits of the record.
    gcTime: 0,
  });
}

/** The fields to apply, and all differences as the agent compared them. */
interface ChosenAnswers {
  fields: readonly string[];
  compared: readonly AnswerDifference[];
}

export function useApplyAnswers(submission: Compared) {
  const { id, client_id } = submission;
  return useWrite(({ fields, compared }: ChosenAnswers) => {
    const seen = compared.map(({ field, client_value, form_value }) => ({
      field,
      client_value,
      form_value,
    }));
    const body = { client_id: client_id ?? 0, fields: [...fields], compared: seen };
    return api(applyAnswers, { params: { id }, body });
  }, refreshCompared(submission));
}

/** Marks the differences as not needed, or undoes that. */
export function useDismissAnswers(submission: Compared) {
  const { id, client_id } = submission;
  return useWrite(
    (is_dismissed: boolean) =>
      api(updateAnswerDifferences, { params: { id }, body: { client_id: client_id ?? 0, is_dismissed } }),
    refreshCompared(submission),
  );
}

const refreshCompared = ({ id, client_id }: Compared) =>
  invalidate(['client', client_id], ['clients'], ['submissions'], ['submission', id]);
