import { useCallback, useRef } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { here } from '../../lib/external-url.ts';
import { publicAddress } from '../session/address.ts';
import { signingOrigin } from '../session/return-path.ts';
import { visit } from '../session/visit.ts';
import { openSigningLink } from '../sign/open-signing-link.ts';

/** Makes a call with the ticket. If the ticket has expired and the page knows its link, retries once with a new ticket. */
export type WithTicket = <Answer>(action: (ticket: string) => Promise<Answer>) => Promise<Answer>;

/** The ticket or its link has expired. */
export function isTicketExpired(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/**
 * A ticket is valid for an hour, and people leave pages open overnight. The link that led here silently creates a new
 * one, so that no entry or signature is lost. If the link itself has expired, its own page explains why.
 */
export function useTicket(first: string): WithTicket {
  const current = useRef(first);
  return useCallback(async (action) => {
    try {
      return await action(current.current);
    } catch (error) {
      const ticket = isTicketExpired(error) ? await newTicket() : null;
      if (ticket === null) throw error;
      current.current = ticket;
      return action(ticket);
    }
  }, []);
}

/** Gets a new ticket through the link that led to this page; null if there is none. */
async function newTicket(): Promise<string | null> {
  const origin = signingOrigin(window.location.pathname);
  const link = origin === null ? null : publicAddress({ pathname: origin, search: '' });
  if (origin === null || link?.page !== 'sign' || link.token === null) return null;
  const found = await openSigningLink(link.formLinkId, link.token);
  const address = found.state === 'go' ? new URL(here(found.url), window.location.href) : null;
  const publicPage = address?.origin === window.location.origin ? publicAddress(address) : null;
  if (publicPage?.page !== 'signing') {
    visit(origin, { replace: true });
    return null;
  }
  window.history.replaceState(null, '', address);
  return publicPage.ticket;
}
