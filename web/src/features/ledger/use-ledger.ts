import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { announce } from '../../components/ui/announcer.tsx';
import { notifyError } from '../../components/ui/notify.ts';
import { subscribeLive } from '../../lib/live.ts';
import { ledgerCalls } from './api.ts';
import { isBare, rememberedView, rememberView, searchOf, viewOf } from './ledger-view.ts';
import { markingStale } from './mark-stale.ts';
import { LedgerSession } from './store/ledger-session.ts';

const SESSION_KEY = ['ledger-session'];
const route = getRouteApi('/portal/crm/ledger');

/** Stored in the query client, which is cleared on sign-out. */
function sessionOf(queryClient: QueryClient): LedgerSession {
  const cached = queryClient.getQueryData<LedgerSession>(SESSION_KEY);
  if (cached) return cached;
  const session = new LedgerSession(markingStale(ledgerCalls, queryClient), {
    failed: notifyError,
    announced: announce,
  });
  queryClient.setQueryDefaults(SESSION_KEY, { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(SESSION_KEY, session);
  return session;
}

/** The session of this tab; re-renders when it changes. */
export function useLedgerSession(): { session: LedgerSession; version: number } {
  const queryClient = useQueryClient();
  const session = useMemo(() => sessionOf(queryClient), [queryClient]);
  const version = useSyncExternalStore(session.state.subscribe, session.state.version);
  return { session, version };
}

/** Filter, search and order, stored in the URL and remembered for the next visit. */
export function useLedgerView(): [LedgerView, (change: Partial<LedgerView>) => void] {
  const { saved, status, owner, q, filter: filtered, sort, direction, then_by } = route.useSearch();
  // By value: the router may create a new object for the same URL.
  const filter = filtered && JSON.stringify(filtered);
  const navigate = route.useNavigate();
  const view = useMemo(
    () => ({ ...viewOf({ status, owner, q, sort, direction, then_by }), ...(filter ? { filter } : {}) }),
    [status, owner, q, filter, sort, direction, then_by],
  );
  const change = useCallback(
    (changes: Partial<LedgerView>) => {
      const next = { ...view, ...changes };
      // Only a view without a saved view is remembered; a saved view stores its own state.
      if (typeof saved !== 'number') rememberView(next);
      void navigate({ search: { ...searchOf(next), ...(saved ? { saved } : {}) } });
    },
    [view, saved, navigate],
  );
  useRememberedView(change);
  return [view, change];
}

/** A URL without filters uses the remembered view. */
function useRememberedView(change: (view: Partial<LedgerView>) => void): void {
  const search = route.useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the page opens
  useEffect(() => {
    const stored = rememberedView();
    if (isBare(search) && stored) change(stored);
  }, []);
}

/** Opens the view, subscribes to live events and warns about unsaved changes. */
export function useLedgerLifecycle(session: LedgerSession, view: LedgerView): void {
  useEffect(() => {
    void session.open(view);
  }, [session, view]);
  useEffect(() => {
    const stop = subscribeLive(
      (event) => session.receive(event, performance.now()),
      () => void session.catchUp(performance.now()),
    );
    const warn = (event: BeforeUnloadEvent) => {
      if (session.state.indicator !== '' || session.state.order.temporary.length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      stop();
      removeEventListener('beforeunload', warn);
      session.close();
    };
  }, [session]);
}
