import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isTouched, namesCovered } from '../../domain/clients/touched-clients.ts';
import { subscribeLive } from '../../lib/live.ts';
import { signedInAgent } from '../../lib/sign-in.ts';

/** Changes come in bursts, for example from an import: screens refetch once per burst. */
const GATHER_MS = 400;
/** Spreads the load: screens of many agents affected by one change do not all refetch at once. */
const SPREAD_MS = 1600;

/** The tables that client timelines are read from; only the open one refetches. */
const IN_TIMELINES: ReadonlySet<LiveEvent['kind']> = new Set([
  'clients',
  'submissions',
  'sessions',
  'documents',
  'tasks',
  'calls',
  'mail',
  'invoices',
]);

/** Events that affect the reminders of a link, a session or an invoice. */
const IN_REMINDERS: ReadonlySet<LiveEvent['kind']> = new Set(['mail', 'submissions', 'sessions', 'invoices']);

/** Prefixes of the queries that a change invalidates. The ledger updates itself. */
export function staleKeys(event: Pick<LiveEvent, 'kind' | 'ids'>): QueryKey[] {
  return [
    ...KEYS[event.kind](event.ids),
    ...(IN_TIMELINES.has(event.kind) ? [['timeline']] : []),
    ...(IN_REMINDERS.has(event.kind) ? [['reminders']] : []),
  ];
}

type Ids = LiveEvent['ids'];

/** What each event kind invalidates; a kind without an entry does not compile. */
const KEYS: Record<LiveEvent['kind'], (ids: Ids) => QueryKey[]> = {
  clients: (ids) => [['clients'], ...onesOf('client', ids)],
  agents: (ids) => [['agents'], ['teams'], ...onesOf('agent', ids)],
  // Access changed, or an agent was removed: anything may be affected.
  access_scope: () => [[]],
  // A session's status and totals are derived from its forms.
  submissions: (ids) => [
    ['submissions'],
    ['templates', 'counted'],
    ['sessions'],
    ['session'],
    ...onesOf('submission', ids),
  ],
  sessions: (ids) => [['sessions'], ...onesOf('session', ids)],
  // Policies contain the names of their documents.
  documents: (ids) => [['documents'], ['policies', 'client'], ...onesOf('document', ids)],
  // Today refetches sooner (features/today/use-today-live.ts).
  today: () => [],
  tasks: () => [['tasks']],
  calls: () => [],
  policies: () => [['policies'], ['commissions']],
  commissions: () => [['commissions']],
  reminders: () => [['reminders']],
  // Events about sign-ins contain the ids of the agents.
  sign_ins: (ids) => onesOf('sign-ins', ids),
  templates: (ids) => [['templates'], ['folders'], ...onesOf('template', ids)],
  mail: () => [['mail']],
  // Sessions show the payments of their invoices, and schedules count their paid invoices.
  invoices: (ids) => [
    ['invoices'],
    ['sessions'],
    ['session'],
    ['recurring-payments'],
    ...onesOf('invoice', ids),
  ],
  recurring_payments: () => [['recurring-payments'], ['session']],
  providers: () => [['providers']],
  // Events about notifications contain the ids of the recipients.
  notices: (ids) => (ids?.includes(signedInAgent()?.id ?? 0) === false ? [] : [['notices']]),
  imports: () => [['imports']],
  operations: () => [['operations']],
  template_syncs: () => [['template-sync']],
  saved_views: () => [['saved-views']],
};

/** Without ids too many rows changed to name them: any may be affected. */
function onesOf(name: string, ids: Ids): QueryKey[] {
  return ids ? ids.map((id) => [name, id]) : [[name]];
}

/** Excludes the ledger's session, which is cached permanently because it holds unsaved edits. */
const isTemporary = ({ gcTime }: Query): boolean => gcTime !== Number.POSITIVE_INFINITY;

/**
 * Refetches data that others change, in batches; client queries only if the change may affect them. Returns the
 * unsubscribe function.
 */
export function followChanges(queryClient: QueryClient, subscribe: typeof subscribeLive): () => void {
  let events: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    const received = events;
    [events, timer] = [[], undefined];
    const aboutClients = received.filter(({ kind }) => kind === 'clients');
    const stale = new Map(received.flatMap(staleKeys).map((key) => [JSON.stringify(key), key]));
    for (const queryKey of stale.values()) {
      void queryClient.invalidateQueries({
        queryKey,
        predicate: ({ queryKey: key, state }) =>
          key[0] !== 'clients' ||
          queryKey.length === 0 ||
          aboutClients.some((event) => isTouched(event, key, state.data)),
      });
    }
    void queryClient.invalidateQueries({
      queryKey: ['policies', 'client'],
      predicate: ({ state }) => aboutClients.some((event) => namesCovered(event, state.data)),
    });
  };
  const unsubscribe = subscribe(
    (event) => {
      // Data that no screen shows is dropped: it may belong to clients the agent can no longer view (decision 071).
      if (event.kind === 'access_scope')
        queryClient.removeQueries({ type: 'inactive', predicate: isTemporary });
      events.push(event);
      timer ??= setTimeout(refresh, GATHER_MS + Math.random() * SPREAD_MS);
    },
    () => void queryClient.invalidateQueries(),
  );
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** Screens follow changes of other tabs and agents. */
export function useLiveRefresh(): void {
  const queryClient = useQueryClient();
  useEffect(() => followChanges(queryClient, subscribeLive), [queryClient]);
}
