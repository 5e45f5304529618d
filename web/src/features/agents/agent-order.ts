import type { ListedAgent } from '@ledgerline/contract/agents/endpoints';
import type { AgentSort } from '@ledgerline/contract/lists';
import type { Sorting } from '../../components/ui/data-table.tsx';

const TEXT = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true });

/** Agents who have never signed in come first, like the longest absence. */
const KEYS: Record<AgentSort, (agent: ListedAgent) => string | number> = {
  name: ({ first_name, last_name }) => `${last_name} ${first_name}`,
  email: ({ email }) => email,
  username: ({ username }) => username,
  two_factor: ({ security }) => Number(security?.has_two_factor),
  last_seen: ({ security }) => Date.parse(security?.last_seen_at ?? '') || 0,
  clients: ({ client_count }) => client_count,
};

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : TEXT.compare(String(a), String(b));
}

/** The agents in the order of a column; equal ones by name. */
export function inOrder(
  agents: readonly ListedAgent[],
  { sort, direction }: Sorting<AgentSort>,
): ListedAgent[] {
  const sign = direction === 'asc' ? 1 : -1;
  return agents.toSorted(
    (a, b) =>
      sign * compare(KEYS[sort](a), KEYS[sort](b)) || compare(KEYS.name(a), KEYS.name(b)) || a.id - b.id,
  );
}
