import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { THIS_MACHINE } from './hosts.ts';

/**
 * A path of this portal as a whole address: under PUBLIC_URL, else under the address it was asked at, which is one of
 * ours (decisions I14, O8). Jobs are asked by nobody: without PUBLIC_URL theirs begin with this machine.
 */
export function wholeAddress({ deps, origin }: Pick<Context, 'deps' | 'origin'>, path: string): string {
  const { PUBLIC_URL, PORT } = deps.config;
  return new URL(path, PUBLIC_URL ?? origin ?? `http://localhost:${PORT}`).href;
}

type AddressSettings = Pick<Config, 'PUBLIC_URL' | 'ALLOWED_HOSTS' | 'HOST'>;

export const PUBLIC_URL_MISSING =
  'PUBLIC_URL is not set: links begin with the address that an agent used, and those of scheduled mails work on this machine only.';

/** What the start says of the portal's address: what is missing, in sentences (decisions O8). */
export function addressNotes({ PUBLIC_URL, ALLOWED_HOSTS, HOST }: AddressSettings): string[] {
  if (PUBLIC_URL) return [];
  const isOpen = !THIS_MACHINE.includes(HOST) && HOST !== '::1';
  if (!isOpen || ALLOWED_HOSTS.length > 0) return [PUBLIC_URL_MISSING];
  return [
    PUBLIC_URL_MISSING,
    `HOST is ${HOST}, but other machines get no answer until PUBLIC_URL or ALLOWED_HOSTS is set.`,
  ];
}
