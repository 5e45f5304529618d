import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { agentLabel, agentLabelOf, type NamedAgent } from '@ledgerline/contract/rules';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** What came last: cells are drawn and read far from any hook. */
let known: readonly NamedAgent[] = [];

export const knownAgents = (): readonly NamedAgent[] => known;

/** Everybody's name, kept up to date; whoever shows an agent asks for it, to be drawn again when the names have come. */
export function useAgentNames() {
  return useQuery({
    queryKey: ['agents', 'names'],
    queryFn: async ({ signal }) => {
      const { data } = await api(listAgentNames, { signal });
      known = data;
      return data;
    },
  });
}

/** An agent's number as a name; nothing before the names have come, and a text as it is. */
export function agentText(value: string | number): string {
  const id = Number(value);
  if (!Number.isInteger(id)) return String(value);
  return known.length === 0 ? '' : agentLabelOf(id, known);
}

/** The names to choose from, in their order. */
export function agentLabels(): string[] {
  return known.map((agent) => agentLabel(agent, known));
}
