import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeLive } from '../../lib/live.ts';

/** Changes come in bursts, as from an import: screens reload once per burst. */
const GATHER_MS = 400;

/** Prefixes of the queries that a change makes stale. The ledger keeps itself up to date. */
export function staleKeys(event: Pick<LiveEvent, 'kind' | 'ids'>): QueryKey[] {
  if (event.kind === 'clients') return [['clients'], ...onesOf('client', event.ids)];
  if (event.kind === 'agents') return [['agents'], ...onesOf('agent', event.ids)];
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
  if (event.kind === 'templates') return [['templates'], ['folders'], ...onesOf('template', event.ids)];
  if (event.kind === 'mail') return [['mail']];
  // A session's payments are those of its invoices, and a schedule counts the paid ones.
  if (event.kind === 'invoices')
    return [['invoices'], ['sessions'], ['session'], ['recurring-payments'], ...onesOf('invoice', event.ids)];
  if (event.kind === 'recurring_payments') return [['recurring-payments'], ['session']];
  if (event.kind === 'providers') return [['providers']];
  return [['imports']];
}

/** Without ids too many rows changed to name them: any of them may have. */
function onesOf(name: string, ids: number[] | undefined): QueryKey[] {
  return ids ? ids.map((id) => [name, id]) : [[name]];
}

/** Screens follow what other tabs and agents change. */
export function useLiveRefresh(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stale = new Map<string, QueryKey>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      for (const queryKey of stale.values()) void queryClient.invalidateQueries({ queryKey });
      stale.clear();
    };
    const unsubscribe = subscribeLive(
      (event) => {
        for (const key of staleKeys(event)) stale.set(JSON.stringify(key), key);
        timer ??= setTimeout(refresh, GATHER_MS);
      },
      () => void queryClient.invalidateQueries(),
    );
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [queryClient]);
}
