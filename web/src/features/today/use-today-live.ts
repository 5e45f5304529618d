import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeLive } from '../../lib/live.ts';
import { TODAY } from './api.ts';

/** What makes lines come and go. */
const CAUSES = new Set<LiveEvent['kind']>([
  'today',
  'clients',
  'calls',
  'submissions',
  'sessions',
  'tasks',
  'invoices',
  'recurring_payments',
  'mail',
  // Of an owner's first day.
  'agents',
  'templates',
]);

/** Bursts, as from an import, are one change. */
const GATHER_MS = 250;
/** However many changes there are, Today is not read more often; what goes right after a reading still goes within a second. */
const REST_MS = 600;

/** Today is there to be worked by several at once: it is read anew soon after anything changes, here or elsewhere. */
export function useTodayLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let readAt = 0;
    const refetch = () => {
      timer = undefined;
      readAt = Date.now();
      void queryClient.invalidateQueries({ queryKey: TODAY });
    };
    const unsubscribe = subscribeLive(({ kind }) => {
      if (!CAUSES.has(kind)) return;
      timer ??= setTimeout(refetch, Math.max(GATHER_MS, readAt + REST_MS - Date.now()));
    });
    // What is done in this tab is not told to it.
    const unwatch = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') refetch();
    });
    return () => {
      unsubscribe();
      unwatch();
      clearTimeout(timer);
    };
  }, [queryClient]);
}
