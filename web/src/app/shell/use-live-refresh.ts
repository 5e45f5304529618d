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
    ...keysOf(event),
    ...(IN_TIMELINES.has(event.kind) ? [['timeline']] : []),
    ...(IN_REMINDERS.has(event.kind) ? [['reminders']] : []),
  ];
}

function keysOf(event: Pick<LiveEvent, 'kind' | 'ids'>): QueryKey[] {
  if (event.kind === 'clients') return [['clients'], ...onesOf('client', event.ids)];
  if (event.kind === 'agents') return [['agents'], ['teams'], ...onesOf('agent', event.ids)];
  // Others are seen than before, or one is not any more: anything may be of him.
  if (event.kind === 'sight') return [[]];
  // A session's status and totals are derived from its forms.
  if (event.kind === 'submissions')
    return [
      ['submissions'],
      ['templates', 'counted'],
      ['sessions'],
      ['session'],
      ...onesOf('submission', event.ids),
    ];
  if (event.kind === 'sessions') return [['sessions'], ...onesOf('session', event.ids)];
  if (event.kind === 'documents') return [['documents'], ...onesOf('document', event.ids)];
  // Today reads itself anew sooner (features/today/use-today-live.ts).
  if (event.kind === 'today') return [];
  if (event.kind === 'tasks') return [['tasks']];
  if (event.kind === 'calls') return [];
  if (event.kind === 'reminders') return [['reminders']];
  // Of sign-ins the ids are those of the agents whose they are.
  if (event.kind === 'sign_ins') return onesOf('sign-ins', event.ids);
  if (event.kind === 'templates') return [['templates'], ['folders'], ...onesOf('template', event.ids)];
  if (event.kind === 'mail') return [['mail']];
  // A session's payments are those of its invoices, and a schedule counts the paid ones.
  if (event.kind === 'invoices')
    return [['invoices'], ['sessions'], ['session'], ['recurring-payments'], ...onesOf('invoice', event.ids)];
  if (event.kind === 'recurring_payments') return [['recurring-payments'], ['session']];
  if (event.kind === 'providers') return [['providers']];
  // Of notices the ids are those of the agents who are told.
  if (event.kind === 'notices')
    return event.ids?.includes(signedInAgent()?.id ?? 0) === false ? [] : [['notices']];
  return [['imports']];
}

/** Without ids too many rows changed to name them: any of them may have. */
function onesOf(name: string, ids: number[] | undefined): QueryKey[] {
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
    const heard = events;
    [events, timer] = [[], undefined];
    const aboutClients = heard.filter(({ kind }) => kind === 'clients');
    const stale = new Map(heard.flatMap(staleKeys).map((key) => [JSON.stringify(key), key]));
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
      if (event.kind === 'sight') queryClient.removeQueries({ type: 'inactive', predicate: isAnswer });
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
