import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { THIS_MACHINE } from './hosts.ts';

/**
 * A path of this portal as a whole address: under PUBLIC_URL, else under the address it was asked at, which is one of
 * ours (decisions I14, O8). Jobs are asked by nobody: without PUBLIC_URL theirs begin with this machine.
 */
export function absoluteUrl({ deps, origin }: Pick<Context, 'deps' | 'origin'>, path: string): string {
  const { PUBLIC_URL, PORT } = deps.config;
  return new URL(path, PUBLIC_URL ?? origin ?? `http://localhost:${PORT}`).href;
}

type AddressSettings = Pick<Config, 'PUBLIC_URL' | 'ALLOWED_HOSTS' | 'HOST'>;

export const PUBLIC_URL_MISSING =
  'PUBLIC_URL is not set: links begin with the address that an agent used, and those of scheduled mails work on this machine only.';

/**
 * Whether what jobs mail leads to this portal: under PUBLIC_URL, or where nobody but this machine gets an answer. Else
 * agents use an address that no job knows.
 */
export function hasLastingAddress(settings: AddressSettings): boolean {
  return Boolean(settings.PUBLIC_URL) || (!isOpen(settings) && settings.ALLOWED_HOSTS.length === 0);
}

export const LINKS_NEED_ADDRESS =
  'Links by mail need an address that works elsewhere too: whoever runs the server sets PUBLIC_URL.';

/**
 * Whether a link that is made for somebody who called under `origin` leads here from wherever he reads his mail: under
 * PUBLIC_URL, under the host he used if it is none of this machine alone, or where this machine is all there is.
 */
export function hasAddressForLinks(settings: AddressSettings, origin: string | undefined): boolean {
  if (hasLastingAddress(settings)) return true;
  return origin !== undefined && !THIS_MACHINE.includes(new URL(origin).hostname);
}

/** What the start says of the portal's address: what is missing, in sentences (decisions O8). */
export function addressNotes(settings: AddressSettings): string[] {
  const { PUBLIC_URL, ALLOWED_HOSTS, HOST } = settings;
  if (PUBLIC_URL) return [];
  if (!isOpen(settings) || ALLOWED_HOSTS.length > 0) return [PUBLIC_URL_MISSING];
  return [
    PUBLIC_URL_MISSING,
    `HOST is ${HOST}, but other machines get no answer until PUBLIC_URL or ALLOWED_HOSTS is set.`,
  ];
}

/** Other machines reach it. */
function isOpen({ HOST }: AddressSettings): boolean {
  return !THIS_MACHINE.includes(HOST) && HOST !== '::1';
}
