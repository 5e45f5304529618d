import { READ_HEADER } from '@ledgerline/contract/trail';
import type { QueryFunctionContext } from '@tanstack/react-query';

/** Marks a query that is asked for before anybody opens what it shows. */
export const AHEAD = { isAhead: true } as const;

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
  const mark = meta?.isAhead ? 'ahead' : isHeld ? 'again' : null;
  return { signal, ...(mark ? { headers: { [READ_HEADER]: mark } } : {}) };
}
