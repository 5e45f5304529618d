import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { agentLabel, agentLabelOf, type NamedAgent } from '@ledgerline/contract/rules';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';

const NAMES = ['agents', 'names'] as const;
const NO_AGENTS: readonly NamedAgent[] = [];

/** Where the names lie: cells are drawn and read far from any hook. Known while a screen shows agents. */
let cache: QueryClient | undefined;
let screens = 0;

/** Everybody whose name has come; nobody where no screen shows agents, or after signing out, which clears the cache. */
export const knownAgents = (): readonly NamedAgent[] => cache?.getQueryData<NamedAgent[]>(NAMES) ?? NO_AGENTS;

/** Everybody's name, kept up to date; whoever shows an agent asks for it, to be drawn again when the names have come. */
export function useAgentNames() {
  const client = useQueryClient();
  // Before what is drawn inside reads names.
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

/** How to try again where the names have not come; it stays so while they are asked for again. */
export function useLostNames(): { onRetry: () => void; isRetrying: boolean } | null {
  const { data, errorUpdateCount, isFetching, refetch } = useAgentNames();
  if (data !== undefined || errorUpdateCount === 0) return null;
  return { onRetry: () => void refetch(), isRetrying: isFetching };
}

/** An agent's number as a name; nothing before the names have come, and a text as it is. */
export function agentText(value: string | number): string {
  const id = Number(value);
  if (!Number.isInteger(id)) return String(value);
  const known = knownAgents();
  return known.length === 0 ? '' : agentLabelOf(id, known);
}

/** The names to choose from, in their order. */
export function agentLabels(): string[] {
  const known = knownAgents();
  return known.map((agent) => agentLabel(agent, known));
}
