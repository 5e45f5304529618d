import { READ_HEADER } from '@ledgerline/contract/audit-policy';
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';

/** Marks a query as prefetched before its data is shown. */
export const PREFETCH = { isPrefetch: true } as const;

/**
 * Queries that were prefetched and not opened since; a screen that uses such a query clears its mark. Cleared at
 * sign-out.
 */
const prefetched = new WeakSet<object>();

function queryOf(client: QueryClient, queryKey: QueryKey) {
  return client.getQueryCache().find({ queryKey, exact: true });
}

/** Whether a query's data has not been opened or awaited; marks it as opened. */
export function consumePrefetched(client: QueryClient, queryKey: QueryKey): boolean {
  const query = queryOf(client, queryKey);
  return query !== undefined && prefetched.delete(query);
}

/**
 * How a query requests data whose reading is audited (decision 063): unopened data, prefetched or refetched on
 * screen, is marked as such.
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
