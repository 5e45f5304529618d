import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, fieldNamed, findField } from '@ledgerline/contract/clients/fields/catalogue';
import { agentLabelOf } from '@ledgerline/contract/rules';
import { findAgentNames } from '#features/people/agents/look-up-agents.ts';
import type { Database } from '#platform/database/database.ts';
import { findNamesOfDeleted } from './listing.ts';

/** How values of fields are read: agents by name, who is deleted by the username of then, everything else as it is. */
export async function agentNamer(
  db: Database,
  values: readonly { field: string | null; value: FieldValue }[],
): Promise<(field: string | null, value: FieldValue) => FieldValue> {
  const ids = values.flatMap(({ field, value }) => (isAgentId(field, value) ? [Number(value)] : []));
  if (ids.length === 0) return (_, value) => value;
  const agents = await findAgentNames(db);
  const gone = ids.filter((id) => !agents.some((agent) => agent.id === id));
  const deleted = gone.length > 0 ? await findNamesOfDeleted(db, gone) : new Map<number, string>();
  return (field, value) => {
    if (!isAgentId(field, value)) return value;
    const username = deleted.get(Number(value));
    return username ? `${username} (deleted)` : agentLabelOf(Number(value), agents);
  };
}

function isAgentId(field: string | null, value: FieldValue): boolean {
  return value !== null && field !== null && findField(field)?.kind === 'agent';
}

/** Names instead of numbers in the columns of an export. */
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
