import { CLIENT_SEARCHED, type ClientSort } from '@ledgerline/contract/lists';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { filteredFields, parseFilter } from '@ledgerline/contract/rules/filters';
import type { QueryKey } from '@tanstack/react-query';

type ClientEvent = Pick<LiveEvent, 'action' | 'ids' | 'fields'>;

const OWNER = 'owner_agent_id';
const NAME = ['client_first_name', 'client_last_name'];
/** The fields that each sort depends on; any change of a client affects the order by last change. */
const SORTED: Record<ClientSort, readonly string[] | 'any'> = {
  name: NAME,
  status: ['status', ...NAME],
  primary_phone: ['primary_phone'],
  primary_email: ['primary_email'],
  current_health_plan_name: ['current_health_plan_name'],
  next_f_u_date: ['next_f_u_date'],
  updated_at: 'any',
};

/**
 * Whether an event may change what a client query shows. New or deleted clients may affect any page and its counts; a
 * change to another client matters only if it may add that client to the page or change the counts.
 */
export function isTouched(event: ClientEvent, key: QueryKey, data: unknown): boolean {
  const { action, ids, fields } = event;
  if (key[2] === 'household') return isInHousehold(event, key[3], data);
  if (action !== 'updated' || !ids || !fields) return true;
  const [, what, query] = key;
  if (what === 'ledger-counts')
    return fields.includes('status') || (query === 'me' && fields.includes(OWNER));
  if (what !== 'list' || !isListQuery(query)) return true;
  const shown = shownIn(data);
  if (!shown || ids.some((id) => shown.has(id))) return true;
  const sorted = SORTED[query.sort ?? 'name'];
  const filtered = query.filter ? filteredFields(parseFilter(query.filter)) : [];
  if (sorted === 'any' || filtered.includes('updated_at')) return true;
  const relevant = new Set([
    'status',
    ...sorted,
    ...(query.q ? CLIENT_SEARCHED : []),
    ...(query.owner ? [OWNER] : []),
    ...filtered,
  ]);
  return fields.some((field) => relevant.has(field));
}

/** Whether policies show the name of a covered client who may have been renamed. */
export function namesCovered(
  { ids, fields }: Pick<ClientEvent, 'ids' | 'fields'>,
  policies: unknown,
): boolean {
  if (!ids) return true;
  if (!mayRename(fields) || !Array.isArray(policies)) return false;
  return policies.some(({ covered_clients: covered }) =>
    Array.isArray(covered) ? covered.some(({ id }) => ids.includes(Number(id))) : false,
  );
}

const mayRename = (fields: ClientEvent['fields']): boolean =>
  !fields || fields.some((field) => NAME.includes(field));

/** Whether an event may affect the names or the links of a household; an event without fields may be about a link. */
function isInHousehold({ ids, fields }: ClientEvent, clientId: unknown, data: unknown): boolean {
  if (!ids) return true;
  if (!mayRename(fields)) return false;
  const linked = Array.isArray(data) ? data.map(({ client_id }) => Number(client_id)) : [];
  return ids.includes(Number(clientId)) || linked.some((id) => ids.includes(id));
}

function isListQuery(
  query: unknown,
): query is { sort?: ClientSort; q?: string; owner?: string; filter?: string } {
  return typeof query === 'object' && query !== null;
}

/** The ids of the clients on the page; null until loaded. */
function shownIn(data: unknown): ReadonlySet<number> | null {
  if (typeof data !== 'object' || data === null || !('data' in data) || !Array.isArray(data.data))
    return null;
  return new Set(data.data.map(({ id }) => Number(id)));
}
