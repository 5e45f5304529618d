import { CLIENT_PAGE_SIZE, isStorableToken } from '@ledgerline/contract/rules';
import { LEDGER_VIEW_KEY } from '../domain/clients/ledger-view-key.ts';
import { CARD_FIELDS, CARDS_PER_PAGE, NARROW, ROW_MARGIN } from '../features/ledger/first-rows.ts';
import { startCall } from '../lib/started-calls.ts';

// Inlined into the HTML of the portal (web/first-calls.ts), so that the first requests of a screen are in flight while
// its scripts load. Only plain routes are known here; any other screen sends its requests after loading.

const LIST = { page: 1, page_size: CLIENT_PAGE_SIZE, status: 'all', sort: 'name', direction: 'asc' };
const LEDGER = { status: 'all', sort: 'name', direction: 'asc' };

/** The URL of the first request of the screen at a path; null where it cannot be known in advance. */
function firstCall({ pathname, search }: Location): string | null {
  if (search !== '') return null;
  const path = pathname.replace(/\/$/, '');
  if (path === '/crm/clients') return `/api/clients?${queryOf(LIST)}`;
  if (path === '/crm/today' || path === '/crm') return '/api/today?owner=me';
  // With a remembered view, the ledger sends its own request.
  if (path === '/crm/ledger')
    return localStorage.getItem(LEDGER_VIEW_KEY) ? null : `/api/ledger/index?${queryOf(LEDGER)}`;
  const client = /^\/crm\/clients\/(\d+)$/.exec(path)?.[1];
  return client ? `/api/clients/${Number(client)}` : null;
}

function queryOf(query: Record<string, string | number>): string {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
}

/** Requests the rows of the first cards once the index has arrived, where the ledger is a list of cards. */
async function startRows(index: Promise<Response>, token: string | null): Promise<void> {
  const { ids = [] } = await (await index).clone().json();
  const first = ids.slice(0, CARDS_PER_PAGE + ROW_MARGIN).join(',');
  if (first === '') return;
  const query = queryOf({ ids: first, fields: CARD_FIELDS.join(',') });
  startCall({ method: 'GET', url: `/api/ledger/rows?${query}`, token });
}

export function startFirstCall(): void {
  const token = localStorage.getItem('jwt');
  const url = firstCall(window.location);
  if (!isStorableToken(token) || url === null) return;
  const answer = startCall({ method: 'GET', url, token });
  // If it fails, the screen itself requests the rows.
  if (url.startsWith('/api/ledger') && matchMedia(NARROW).matches)
    startRows(answer, token).catch(() => undefined);
}
