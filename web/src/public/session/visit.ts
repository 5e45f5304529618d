import { useSyncExternalStore } from 'react';
import { here } from '../../lib/external-url.ts';
import { publicAddress } from './address.ts';

const listeners = new Set<() => void>();

/** The address of the page, followed when it changes without a reload. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
}

/** Navigates to an address: public pages of the portal without a reload, everything else like a link. */
export function visit(address: string, { replace = false } = {}): void {
  const url = new URL(here(address), window.location.href);
  const isOurs = url.origin === window.location.origin && publicAddress(url).page !== 'unknown';
  if (!isOurs) {
    leaveTo(url.href, replace);
    return;
  }
  if (replace) window.history.replaceState(null, '', url);
  else window.history.pushState(null, '', url);
  window.scrollTo({ top: 0 });
  for (const listener of listeners) listener();
}

/** Only web addresses: input from a form must never run as a script. */
function leaveTo(href: string, replace: boolean): void {
  if (!/^https?:\/\//.test(href)) return;
  if (replace) window.location.replace(href);
  else window.location.assign(href);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}
