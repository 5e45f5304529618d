import type { ProviderPart } from '@ledgerline/contract/providers/endpoints';
import { ACCOUNTS, accountNamed } from '@ledgerline/contract/rules';

/** The service that a webhook event belongs to. */
export function partOfEvent(event: { port: string; square_account: string }): ProviderPart {
  if (event.port === 'esign') return 'esign';
  return (accountNamed(event.square_account) ?? ACCOUNTS[0]).part;
}

/** How many events are queued and parked, for services whose provider sends any. */
export function eventsOf(
  part: ProviderPart,
  counts: readonly { port: string; square_account: string; waiting: number; parked: number }[],
): { events_waiting: number | null; events_parked: number | null } {
  if (part === 'storage' || part === 'mail' || part === 'sso')
    return { events_waiting: null, events_parked: null };
  const mine = counts.find((count) => partOfEvent(count) === part);
  return { events_waiting: mine?.waiting ?? 0, events_parked: mine?.parked ?? 0 };
}

export function replayedMessage(count: number): string {
  if (count === 0) return 'There are no parked events.';
  return count === 1 ? 'The event is being tried again.' : `${count} events are being tried again.`;
}
