import { READ_HEADER } from '@ledgerline/contract/trail';
import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';

/** Marks a query that is asked for before anybody opens what it shows. */
export const AHEAD = { isAhead: true } as const;

/** What was asked for ahead and not opened since; a screen that takes up such a query forgets what it was marked with. */
const onlyAhead = new Set<string>();

/** Whether nobody has opened what a query holds, or waits for; from now on somebody has. */
export function takeAhead(queryKey: QueryKey): boolean {
  return onlyAhead.delete(JSON.stringify(queryKey));
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
  const isHeld = client.getQueryData(queryKey) !== undefined;
  const name = JSON.stringify(queryKey);
  if (meta?.isAhead) onlyAhead.add(name);
  else onlyAhead.delete(name);
  const mark = meta?.isAhead ? 'ahead' : isHeld ? 'again' : null;
  return { signal, ...(mark ? { headers: { [READ_HEADER]: mark } } : {}) };
}
