import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { THIS_MACHINE } from './hosts.ts';

/**
 * A path of this portal as an absolute URL: under PUBLIC_URL, else under the requested address, which is one of ours (decisions
 * I14, O8). Jobs have no request: without PUBLIC_URL their URLs point to the local machine.
 */
export function absoluteUrl({ deps, origin }: Pick<Context, 'deps' | 'origin'>, path: string): string {
  const { PUBLIC_URL, PORT } = deps.config;
  return new URL(path, PUBLIC_URL ?? origin ?? `http://localhost:${PORT}`).href;
}

type AddressSettings = Pick<Config, 'PUBLIC_URL' | 'ALLOWED_HOSTS' | 'HOST'>;

export const PUBLIC_URL_MISSING =
  'PUBLIC_URL is not set: links use the address at which an agent opened the portal, and those in scheduled emails work on this machine only.';

/**
 * Whether links emailed by jobs lead to this portal: with PUBLIC_URL, or if only the local machine can reach it. Otherwise agents
 * use an address that no job knows.
 */
export function hasAddressForJobs(settings: AddressSettings): boolean {
  return Boolean(settings.PUBLIC_URL) || (!isOpen(settings) && settings.ALLOWED_HOSTS.length === 0);
}

export const LINKS_NEED_ADDRESS =
  'Emailed links need an address that works on other devices too: ask your IT contact to set PUBLIC_URL.';

/**
 * Whether a link created for a caller under `origin` works wherever the recipient reads the email: with PUBLIC_URL, under a
 * requested host that is not local, or if only the local machine is in use.
 */
export function hasAddressForLinks(settings: AddressSettings, origin: string | undefined): boolean {
  if (hasAddressForJobs(settings)) return true;
  return origin !== undefined && !THIS_MACHINE.includes(new URL(origin).hostname);
}

/** The startup notes about the portal's address: what is missing, in sentences (decisions O8). */
export function addressNotes(settings: AddressSettings): string[] {
  const { PUBLIC_URL, ALLOWED_HOSTS, HOST } = settings;
  if (PUBLIC_URL) return [];
  if (!isOpen(settings) || ALLOWED_HOSTS.length > 0) return [PUBLIC_URL_MISSING];
  return [
    PUBLIC_URL_MISSING,
    `HOST is ${HOST}, but other machines get no response until PUBLIC_URL or ALLOWED_HOSTS is set.`,
  ];
}

/** Whether other machines can reach it. */
function isOpen({ HOST }: AddressSettings): boolean {
  return !THIS_MACHINE.includes(HOST) && HOST !== '::1';
}
