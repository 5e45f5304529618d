import {
  deleteSubmission,
  getSubmission,
  listClientSubmissions,
  readSubmission,
  revealSubmissionField,
  unlinkSubmissionFromClient,
  unlinkSubmissionFromSession,
} from '@ledgerline/contract/submissions/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const ALL = ['submissions'] as const;

export const submissionKeys = {
  all: ALL,
  ofClient: (clientId: number) => [...ALL, 'client', clientId] as const,
  submission: (id: number) => [...ALL, 'submission', id] as const,
};

export function useClientSubmissions(clientId: number) {
  return useQuery({
    queryKey: submissionKeys.ofClient(clientId),
    queryFn: async ({ signal }) =>
      (await api(listClientSubmissions, { params: { id: clientId }, signal })).data,
  });
}

export function useSubmission(id: number) {
  return useQuery({
    queryKey: submissionKeys.submission(id),
    queryFn: async ({ signal }) => (await api(getSubmission, { params: { id }, signal })).data,
  });
}

/** Notes that an agent has seen it; the lists lose their mark. */
export function useReadSubmission() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api(readSubmission, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ALL }),
  });
}

export function useDeleteSubmission() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api(deleteSubmission, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: submissionKeys.submission(id) });
      return queryClient.invalidateQueries({ queryKey: [...ALL, 'client'] });
    },
  });
}

export type UnlinkFrom = 'client' | 'session';

export function useUnlinkSubmission() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, from }: { id: number; from: UnlinkFrom }) =>
      api(from === 'client' ? unlinkSubmissionFromClient : unlinkSubmissionFromSession, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ALL }),
  });
}

/** One masked answer in plain text. It is handed over, never cached. */
export async function revealAnswer(id: number, field: string): Promise<string> {
  return (await api(revealSubmissionField, { params: { id }, body: { field } })).value ?? '';
}
