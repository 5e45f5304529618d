import {
  changeAgentPassword,
  checkAgentEmail,
  createAgent,
  deleteAgent,
  getAgent,
  listAgents,
  updateAgent,
} from '@ledgerline/contract/agents/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const agentKeys = {
  all: ['agents'] as const,
  list: ['agents', 'list'] as const,
  agent: (id: number) => ['agent', id] as const,
  emailCheck: (email: string, id: number | undefined) => ['agents', 'email', email, id] as const,
};

export function useAgents() {
  return useQuery({
    queryKey: agentKeys.list,
    queryFn: async ({ signal }) => (await api(listAgents, { signal })).data,
  });
}

export function useAgent(id: number) {
  return useQuery({
    queryKey: agentKeys.agent(id),
    queryFn: async ({ signal }) => (await api(getAgent, { params: { id }, signal })).data,
  });
}

/** Whether an address is free for an agent; asks only when told to, and never answers from an old check. */
export function useEmailAvailable(email: string, input: { excludeId: number | undefined; enabled: boolean }) {
  return useQuery({
    queryKey: agentKeys.emailCheck(email, input.excludeId),
    queryFn: async ({ signal }) => {
      const query = { email, ...(input.excludeId ? { excludeId: input.excludeId } : {}) };
      return (await api(checkAgentEmail, { query, signal })).available;
    },
    enabled: input.enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

export function useCreateAgent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createAgent>) => api(createAgent, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentKeys.all }),
  });
}

export function useUpdateAgent(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof updateAgent>) => api(updateAgent, { params: { id }, body }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(agentKeys.agent(id), data);
      return queryClient.invalidateQueries({ queryKey: agentKeys.all });
    },
  });
}

export function useChangeAgentPassword(id: number) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof changeAgentPassword>) =>
      api(changeAgentPassword, { params: { id }, body }),
  });
}

export function useDeleteAgent(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api(deleteAgent, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentKeys.all }),
  });
}
