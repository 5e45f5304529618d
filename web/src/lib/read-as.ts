import { READ_HEADER } from '@ledgerline/contract/audit-policy';
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';

/** Marks a query that is asked for before anybody opens what it shows. */
export const PREFETCH = { isPrefetch: true } as const;

/**
 * Queries that were asked for ahead and not opened since; a screen that takes up such a query forgets what it was marked
 * with. They go with what signing out clears.
 */
const prefetched = new WeakSet<object>();

function queryOf(client: QueryClient, queryKey: QueryKey) {
  return client.getQueryCache().find({ queryKey, exact: true });
}

/** Whether nobody has opened what a query holds, or waits for; from now on somebody has. */
export function consumePrefetched(client: QueryClient, queryKey: QueryKey): boolean {
  const query = queryOf(client, queryKey);
  return query !== undefined && prefetched.delete(query);
}

/**
 * How a query asks for something whose reading the audit trail keeps (decision 063): what nobody opened, because it is
 * loaded ahead of a click or again while it is on screen, says so.
 */
export function readAs({
  client,
  queryKey,
  meta,
  signal,
}: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'meta' | 'signal'>): {
  signal: AbortSignal;
  headers?: Record<string, string>;
} {
  const isCached = client.getQueryData(queryKey) !== undefined;
  const query = queryOf(client, queryKey);
  if (query && meta?.isPrefetch) prefetched.add(query);
  else if (query) prefetched.delete(query);
  const mark = meta?.isPrefetch ? 'ahead' : isCached ? 'again' : null;
  return { signal, ...(mark ? { headers: { [READ_HEADER]: mark } } : {}) };
}
