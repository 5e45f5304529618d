import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isTouched } from '../../domain/clients/touched-clients.ts';
import { subscribeLive } from '../../lib/live.ts';
import { signedInAgent } from '../../lib/sign-in.ts';

/** Changes come in bursts, as from an import: screens reload once per burst. */
const GATHER_MS = 400;
/** Screens of many agents that a change concerns do not all ask at once. */
const SPREAD_MS = 1600;

/** What timelines of clients are read off; only the one that is open asks again. */
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

/** What the reminders of a link, a session or an invoice follow from. */
const IN_REMINDERS: ReadonlySet<LiveEvent['kind']> = new Set(['mail', 'submissions', 'sessions', 'invoices']);

/** Prefixes of the queries that a change makes stale. The ledger keeps itself up to date. */
export function staleKeys(event: Pick<LiveEvent, 'kind' | 'ids'>): QueryKey[] {
  return [
    ...KEYS[event.kind](event.ids),
    ...(IN_TIMELINES.has(event.kind) ? [['timeline']] : []),
    ...(IN_REMINDERS.has(event.kind) ? [['reminders']] : []),
  ];
}

type Ids = LiveEvent['ids'];

/** What each kind of event makes stale; a kind without an entry does not compile. */
const KEYS: Record<LiveEvent['kind'], (ids: Ids) => QueryKey[]> = {
  clients: (ids) => [['clients'], ...onesOf('client', ids)],
  agents: (ids) => [['agents'], ['teams'], ...onesOf('agent', ids)],
  // Others are seen than before, or one is not any more: anything may be of him.
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
  documents: (ids) => [['documents'], ...onesOf('document', ids)],
  // Today reads itself anew sooner (features/today/use-today-live.ts).
  today: () => [],
  tasks: () => [['tasks']],
  calls: () => [],
  reminders: () => [['reminders']],
  // Of sign-ins the ids are those of the agents whose they are.
  sign_ins: (ids) => onesOf('sign-ins', ids),
  templates: (ids) => [['templates'], ['folders'], ...onesOf('template', ids)],
  mail: () => [['mail']],
  // A session's payments are those of its invoices, and a schedule counts the paid ones.
  invoices: (ids) => [
    ['invoices'],
    ['sessions'],
    ['session'],
    ['recurring-payments'],
    ...onesOf('invoice', ids),
  ],
  recurring_payments: () => [['recurring-payments'], ['session']],
  providers: () => [['providers']],
  // Of notices the ids are those of the agents who are told.
  notices: (ids) => (ids?.includes(signedInAgent()?.id ?? 0) === false ? [] : [['notices']]),
  imports: () => [['imports']],
  template_syncs: () => [['template-sync']],
};

/** Without ids too many rows changed to name them: any of them may have. */
function onesOf(name: string, ids: Ids): QueryKey[] {
  return ids ? ids.map((id) => [name, id]) : [[name]];
}

/** The ledger's session lies beside the queries for good: what is typed and not saved yet is in it. */
const isAnswer = ({ gcTime }: Query): boolean => gcTime !== Number.POSITIVE_INFINITY;

/**
 * Reads again what others change, once for all that comes within the pause; of the queries of clients only those whose
 * screen it may change. Returns what ends it.
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
  };
  const unsubscribe = subscribe(
    (event) => {
      // What no screen shows is not kept for later: it may be of clients who are not seen any more (decision 071).
      if (event.kind === 'access_scope') queryClient.removeQueries({ type: 'inactive', predicate: isAnswer });
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

/** Screens follow what other tabs and agents change. */
export function useLiveRefresh(): void {
  const queryClient = useQueryClient();
  useEffect(() => followChanges(queryClient, subscribeLive), [queryClient]);
}
