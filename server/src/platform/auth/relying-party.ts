import type { Context } from '../context.ts';
import { isNumeric, readHost, THIS_MACHINE } from '../hosts.ts';

/** Whom passkeys are made for: the host that was asked, which is one of ours (PUBLIC_URL, ALLOWED_HOSTS; decision 057). */
export interface RelyingParty {
  id: string;
  /** The addresses of pages whose answers are taken. */
  origins: string[];
}

export const PASSKEYS_NEED_A_NAME =
  'Passkeys work at an address with a name, such as portal.example.com, not at one in figures.';

/** Null where the host is an address in figures, for which browsers make no passkeys. */
export function relyingParty({ deps, origin }: Pick<Context, 'deps' | 'origin'>): RelyingParty | null {
  const { host = '' } = origin ? new URL(origin) : {};
  const requested = readHost(host);
  if (!requested || isNumeric(requested)) return null;
  // A proxy that is not believed hides that it was asked by https, and may hide the port.
  const origins = [`https://${host}`];
  const { PUBLIC_URL } = deps.config;
  if (PUBLIC_URL && readHost(new URL(PUBLIC_URL).hostname)?.name === requested.name)
    origins.push(new URL(PUBLIC_URL).origin);
  // Browsers make passkeys without https on this machine only.
  if (THIS_MACHINE.includes(requested.name)) origins.push(`http://${host}`);
  return { id: requested.name, origins };
}
