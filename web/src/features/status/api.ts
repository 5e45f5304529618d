import * as endpoints from '@ledgerline/contract/providers/endpoints';
import { HTTP_TIMEOUT_MS, STATUS_POLL_MS } from '@ledgerline/contract/rules';
import { getStatus, type SystemStatus } from '@ledgerline/contract/status/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, endSignIn } from '../../lib/api.ts';
import { readResponse, urlOf } from '../../lib/http.ts';
import { storedToken } from '../../lib/sign-in.ts';

const PROVIDERS = ['providers'] as const;

/** Polls every 30 s while the page is open; a slower request is awaited (1§7, decisions M8). */
export function useSystemStatus() {
  return useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => fetchStatus(signal),
    refetchInterval: STATUS_POLL_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** The providers and their parked events; polled at the same interval as the page. */
export function useProviders() {
  return useQuery({
    queryKey: PROVIDERS,
    queryFn: async ({ signal }) => {
      const [providers, parked] = await Promise.all([
        api(endpoints.listProviders, { signal }),
        api(endpoints.listParkedEvents, { signal }),
      ]);
      return { providers: providers.data, parked: parked.data, total: parked.total };
    },
    refetchInterval: STATUS_POLL_MS,
    staleTime: 0,
    retry: false,
  });
}

export function useRefreshProviders() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: PROVIDERS });
}

export function useReplayEvent() {
  const refresh = useRefreshProviders();
  return useMutation({
    mutationFn: (id: number) => api(endpoints.replayEvent, { params: { id } }),
    onSettled: refresh,
  });
}

export function useReplayAllEvents() {
  const refresh = useRefreshProviders();
  return useMutation({ mutationFn: () => api(endpoints.replayAllEvents), onSettled: refresh });
}

/** Without retries: a status page must show failures immediately. The token unmasks the data of decisions B9. */
async function fetchStatus(signal: AbortSignal): Promise<SystemStatus> {
  const token = storedToken();
  const response = await fetch(urlOf(getStatus, {}), {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.any([signal, AbortSignal.timeout(HTTP_TIMEOUT_MS)]),
  });
  if (response.status === 401) endSignIn();
  if (!response.ok) throw new Error(await failureOf(response));
  return readResponse(getStatus, response);
}

/** The status code, plus the server's reason if there is one. */
async function failureOf(response: Response): Promise<string> {
  const message = `HTTP error! status: ${response.status}`;
  const body: unknown = await response.json().catch(() => null);
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body;
  return hasMessage && typeof body.message === 'string' ? `${message}. ${body.message}` : message;
}
