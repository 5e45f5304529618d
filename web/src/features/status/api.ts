import { HTTP_TIMEOUT_MS, STATUS_POLL_MS } from '@ledgerline/contract/rules';
import { getStatus, type SystemStatus, statusSchema } from '@ledgerline/contract/status/endpoints';
import { useQuery } from '@tanstack/react-query';
import { endSignIn } from '../../lib/api.ts';
import { urlOf } from '../../lib/http.ts';
import { storedToken } from '../../lib/sign-in.ts';

/** Looks again every 30 s while the page is open; a look that takes longer is waited for (1§7, decisions M8). */
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

/** Asked plainly, without retries: a page about trouble shows it at once. The token lifts the masks of decisions B9. */
async function fetchStatus(signal: AbortSignal): Promise<SystemStatus> {
  const token = storedToken();
  const response = await fetch(urlOf(getStatus, {}), {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.any([signal, AbortSignal.timeout(HTTP_TIMEOUT_MS)]),
  });
  if (response.status === 401) endSignIn();
  if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`);
  return statusSchema.parse(await response.json());
}
