import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, fieldNamed, findField } from '@ledgerline/contract/clients/fields/catalog';
import { agentLabelOf } from '@ledgerline/contract/rules';
import { findAgentNames } from '#features/people/agents/find-agents.ts';
import type { Database } from '#platform/database/database.ts';
import type { WritePolicy } from '../rules.ts';
import { findNamesOfDeleted } from './queries.ts';

/** The agents who may own clients, and which of the agents that values refer to by ID were deleted. */
export async function findAssignableOwners(
  db: Database,
  values: readonly unknown[],
): Promise<Pick<WritePolicy, 'agents' | 'deletedAgents'>> {
  const agents = await findAgentNames(db);
  const known = new Set(agents.map(({ id }) => id));
  const ids = new Set(values.map((value) => Number(value ?? 0)));
  const gone = [...ids].filter((id) => Number.isSafeInteger(id) && id > 0 && !known.has(id));
  if (gone.length === 0) return { agents };
  return { agents, deletedAgents: await findNamesOfDeleted(db, gone) };
}

interface AgentReader {
  /** An agent by name, a deleted agent by their former username, and any other value unchanged. */
  named: (field: string | null, value: FieldValue) => FieldValue;
  /** Whether a value is a deleted agent, who cannot be assigned again. */
  isGone: (field: string | null, value: FieldValue) => boolean;
}

/** Reads values of fields for display. */
export async function agentReader(
  db: Database,
  values: readonly { field: string | null; value: FieldValue }[],
): Promise<AgentReader> {
  const ids = values.flatMap(({ field, value }) => (isAgentId(field, value) ? [Number(value)] : []));
  if (ids.length === 0) return { named: (_, value) => value, isGone: () => false };
  const { agents, deletedAgents: deleted } = await findAssignableOwners(db, ids);
  const known = new Set(agents.map(({ id }) => id));
  return {
    named(field, value) {
      if (!isAgentId(field, value)) return value;
      const username = deleted?.get(Number(value));
      return username ? `${username} (deleted)` : agentLabelOf(Number(value), agents);
    },
    isGone: (field, value) => isAgentId(field, value) && !known.has(Number(value)),
  };
}

function isAgentId(field: string | null, value: FieldValue): boolean {
  return value !== null && field !== null && findField(field)?.kind === 'agent';
}

/** Replaces IDs with names in the columns of an export. */
export async function columnNamer(
  db: Database,
  names: readonly FieldName[],
): Promise<(position: number, value: FieldValue) => FieldValue> {
  const isAgent = names.map((name) => fieldNamed(name).kind === 'agent');
  if (!isAgent.includes(true)) return (_, value) => value;
  const agents = await findAgentNames(db);
  return (position, value) =>
    isAgent[position] && value !== null ? agentLabelOf(Number(value), agents) : value;
}
