import { EMAIL_LINK_HOURS, FORMER_EMAIL_DAYS } from '@ledgerline/contract/agents/emails/endpoints';
import { EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';

/**
 * Decides whether two email addresses are the same: the local part with ASCII case folding only, and the
 * domain as DNS normalizes it. Databases and `toLowerCase` also fold letters such as the Kelvin sign or a
 * dotted capital I, which would let another mailbox pass for an agent's. Null if the text is not an address.
 */
export function emailKey(email: string): string | null {
  const address = email.trim();
  const at = address.lastIndexOf('@');
  const domain = domainKey(address.slice(at + 1));
  if (at < 1 || domain === null) return null;
  return `${foldAscii(address.slice(0, at))}@${domain}`;
}

/** A domain as DNS normalizes it (Node's `domainToASCII`); null if the text is not a domain. */
export function domainKey(domain: string): string | null {
  const url = /[\s/\\?#@:%[\]]/.test(domain) ? '' : `ws://${domain}`;
  return (URL.canParse(url) && new URL(url).hostname) || null;
}

const foldAscii = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Whether the current address counts as the agent's: confirmed, or in use before addresses were confirmed.
 */
export const isTrustedEmail = (agent: {
  email_confirmed_at: Date | null;
  has_legacy_email: boolean;
}): boolean => agent.email_confirmed_at !== null || agent.has_legacy_email;

const HOUR_MS = 3_600_000;

export const emailLinkEnd = (now: Date): Date => new Date(now.getTime() + EMAIL_LINK_HOURS * HOUR_MS);

/**
 * A link with a future date was sent before the clock was set back. It would be valid for too long, so it
 * counts as expired.
 */
export function isEmailLinkOpen(link: { created_at: Date; expires_at: Date }, now: Date): boolean {
  return link.created_at <= now && now < link.expires_at;
}

/** Addresses that were replaced after this instant still receive password emails. */
export const formerEmailsFrom = (now: Date): Date =>
  new Date(now.getTime() - FORMER_EMAIL_DAYS * 24 * HOUR_MS);

/** How an email with a link leaves the server, if it does. */
interface Delivery {
  isConnected: boolean;
  /** Links in emails work from other machines. */
  hasAddress: boolean;
}

export const canEmailLinks = ({ isConnected, hasAddress }: Delivery): boolean => isConnected && hasAddress;

/** The message after a confirmation was requested; also correct where no email leaves the server. */
export function linkSentText(email: string, current: string, delivery: Delivery): string {
  const until = email === current ? '' : ` Until the new address is confirmed, ${current} stays in use.`;
  if (canEmailLinks(delivery))
    return `The confirmation link is being sent to ${email}. It works for ${EMAIL_LINK_HOURS} hours.${until}`;
  const why = delivery.isConnected
    ? 'The confirmation link cannot be emailed because PUBLIC_URL is not set.'
    : EMAIL_NOT_CONNECTED;
  return `${why} An owner can confirm ${email} on this agent’s page.${until}`;
}
