import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeLive } from '../../lib/live.ts';
import { TODAY } from './api.ts';

/** Events that add or remove items. */
const CAUSES = new Set<LiveEvent['kind']>([
  'today',
  'clients',
  'calls',
  'policies',
  'submissions',
  'sessions',
  'tasks',
  'invoices',
  'recurring_payments',
  'mail',
  // These change the getting started list.
  'agents',
  'templates',
]);

/** Bursts, for example from an import, count as one change. */
const GATHER_MS = 250;
/** Throttled: however many changes there are, a change right after a fetch still shows within a second. */
const REST_MS = 600;

interface TodayLiveOptions {
  isOn?: boolean;
  /** At least this long between two fetches. */
  restMs?: number;
}

/** Several agents work on Today at once: it refetches soon after any change, here or elsewhere. */
export function useTodayLive({ isOn = true, restMs = REST_MS }: TodayLiveOptions = {}): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let readAt = 0;
    const refetch = () => {
      timer = undefined;
      readAt = Date.now();
      void queryClient.invalidateQueries({ queryKey: TODAY });
    };
    const unsubscribe = subscribeLive(({ kind }) => {
      if (!CAUSES.has(kind)) return;
      timer ??= setTimeout(refetch, Math.max(GATHER_MS, readAt + restMs - Date.now()));
    });
    // A tab receives no events of its own changes.
    const unwatch = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') refetch();
    });
    return () => {
      unsubscribe();
      unwatch();
      clearTimeout(timer);
    };
  }, [queryClient, isOn, restMs]);
}
