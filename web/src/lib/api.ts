import { READ_HEADER } from '@ledgerline/contract/audit-policy';
import {
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  useMutation,
} from '@tanstack/react-query';
import { type CallerOptions, createCaller, createFileCaller, createUploader } from './http.ts';
import { SIGN_IN } from './light-endpoints.ts';
import { lockUntilUnlocked } from './lock.ts';
import { requestReauthentication } from './reauthentication.ts';
import { clearSignIn, storedToken } from './sign-in.ts';

let leave: () => void = () => undefined;

/** Set by the router: redirects to the sign-in page with the current URL as return URL. */
export function onSignedOut(goToSignIn: () => void): void {
  leave = goToSignIn;
}

let setUp: () => void = () => undefined;

/** Set by the router: redirects to two-factor setup with the current URL as return URL. */
export function onTwoFactorMissing(goToSetUp: () => void): void {
  setUp = goToSetUp;
}

/** Clears the sign-in and redirects to the sign-in page: the meaning of a 401 on every agent screen (0§6). */
export function endSignIn(): void {
  clearSignIn();
  leave();
}

const options: CallerOptions = {
  token: storedToken,
  onUnauthorized(endpoint, token) {
    // Neither a wrong password nor a late response to an earlier sign-in ends the current sign-in.
    if (endpoint.path !== SIGN_IN.path && token === storedToken()) endSignIn();
  },
  onReauthenticationNeeded: requestReauthentication,
  onLocked: lockUntilUnlocked,
  onTwoFactorMissing: () => setUp(),
};

/** Requests of the agent portal: bearer token when present; a 401 clears it and redirects to the sign-in page (0§6). */
export const api = createCaller(options);
export const fetchFile = createFileCaller(options);
export const upload = createUploader(options);

/** Requests of pages that work signed out, where a rejected link does not end the sign-in. */
export const openApi = createCaller({ token: () => null, onUnauthorized: () => undefined });

/** A write, and the cache updates that follow from its response. */
export function useWrite<Reply, Input = void, Failure extends Error = Error>(
  send: (input: Input) => Promise<Reply>,
  follow: (client: QueryClient, reply: Reply, input: Input) => unknown,
) {
  return useMutation<Reply, Failure, Input>({
    mutationFn: (input) => send(input),
    onSuccess: (reply, input, _, { client }) => follow(client, reply, input),
  });
}

/** Invalidates these query keys and all below them. */
export function invalidate(...keys: readonly QueryKey[]) {
  return (client: QueryClient) => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

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
