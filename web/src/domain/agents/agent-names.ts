import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { agentLabel, agentLabelOf, type NamedAgent } from '@ledgerline/contract/rules';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';

const NAMES = ['agents', 'names'] as const;
const NO_AGENTS: readonly NamedAgent[] = [];

/** Where agent names are cached: cells are drawn and read outside of hooks. Known while a screen shows agents. */
let cache: QueryClient | undefined;
let screens = 0;

/** All loaded agents; empty while no screen shows agents, or after sign-out, which clears the cache. */
export const knownAgents = (): readonly NamedAgent[] => cache?.getQueryData<NamedAgent[]>(NAMES) ?? NO_AGENTS;

/** All agent names, kept up to date; components that show an agent use this hook to rerender once the names load. */
export function useAgentNames() {
  const client = useQueryClient();
  // Before children that read names render.
  cache = client;
  useEffect(() => {
    cache = client;
    screens += 1;
    return () => {
      screens -= 1;
      if (screens === 0) cache = undefined;
    };
  }, [client]);
  return useQuery({
    queryKey: NAMES,
    queryFn: async ({ signal }) => (await api(listAgentNames, { signal })).data,
  });
}

/** The retry when the names failed to load, also while it runs; otherwise null. */
export function useLostNames(): { onRetry: () => void; isRetrying: boolean } | null {
  const { data, errorUpdateCount, isFetching, refetch } = useAgentNames();
  if (data !== undefined || errorUpdateCount === 0) return null;
  return { onRetry: () => void refetch(), isRetrying: isFetching };
}

/** An agent id as a name; empty until the names load, and text unchanged. */
export function agentText(value: string | number): string {
  const id = Number(value);
  if (!Number.isInteger(id)) return String(value);
  const known = knownAgents();
  return known.length === 0 ? '' : agentLabelOf(id, known);
}

/** The names to select from, in order. */
export function agentLabels(): string[] {
  const known = knownAgents();
  return known.map((agent) => agentLabel(agent, known));
}
