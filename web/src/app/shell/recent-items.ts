import { MAX_RECENTS, SEARCH_KINDS, type SearchKind } from '@ledgerline/contract/search/kinds';
import { RECENTS_KEY, signedInAgent } from '../../lib/sign-in.ts';

/**
 * What an agent opened last in this browser, newest first: 'client.7', 'screen./crm/ledger'. Only kinds and ids are
 * stored, under the agent's id, until sign-out: names are fetched, so no client name stays on a shared machine
 * (decision 052).
 */
export type RecentItem = `${SearchKind}.${number}` | `screen.${string}`;

/** Number of items shown, without the current screen. */
export const RECENTS_SHOWN = 8;
const MAX_STORED = Math.min(RECENTS_SHOWN + 1, MAX_RECENTS);

export function recentItems(): RecentItem[] {
  const agent = signedInAgent()?.id;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENTS_KEY) ?? 'null');
    if (!isStoredRecents(stored) || stored.agent !== agent) return [];
    return stored.things.filter(isRecentItem).slice(0, MAX_STORED);
  } catch {
    return [];
  }
}

export function rememberItem(item: RecentItem): void {
  const agent = signedInAgent()?.id;
  if (agent === undefined) return;
  const things = [item, ...recentItems().filter((other) => other !== item)].slice(0, MAX_STORED);
  localStorage.setItem(RECENTS_KEY, JSON.stringify({ agent, things }));
}

/** The item that a URL shows; null where it is not worth returning to. */
export function recentItemAt(path: string, search: { invoice?: unknown }): RecentItem | null {
  if (path === '/crm/payments' && typeof search.invoice === 'number') return `invoice.${search.invoice}`;
  const [, kind, id] =
    /^\/crm\/clients\/\d+\/(forms|sessions)\/(\d+)$/.exec(path) ??
    /^\/crm\/forms\/(submissions)\/(\d+)$/.exec(path) ??
    /^\/crm\/(clients)\/(\d+)$/.exec(path) ??
    [];
  if (kind === 'clients') return `client.${Number(id)}`;
  if (kind) return `${kind === 'sessions' ? 'session' : 'submission'}.${Number(id)}`;
  return /^\/crm\/[a-z-]+$/.test(path) ? `screen.${path}` : null;
}

function isStoredRecents(stored: unknown): stored is { agent: number; things: unknown[] } {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'agent' in stored &&
    'things' in stored &&
    Array.isArray(stored.things)
  );
}

function isRecentItem(item: unknown): item is RecentItem {
  if (typeof item !== 'string') return false;
  const [kind, rest = ''] = item.split('.');
  return kind === 'screen' || (SEARCH_KINDS.some((known) => known === kind) && /^[1-9]\d{0,14}$/.test(rest));
}
