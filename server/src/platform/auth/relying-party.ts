import type { Context } from '../context.ts';
import { isNumeric, readHost, THIS_MACHINE } from '../hosts.ts';

/** The relying party of passkeys: the requested host, which is one of ours (PUBLIC_URL, ALLOWED_HOSTS; decision 057). */
export interface RelyingParty {
  id: string;
  /** The origins of pages whose responses are accepted. */
  origins: string[];
}

export const PASSKEYS_NEED_A_NAME =
  'Passkeys work at an address with a name, such as portal.example.com, not at an IP address.';

/** Null if the host is an IP address, for which browsers create no passkeys. */
export function relyingParty({ deps, origin }: Pick<Context, 'deps' | 'origin'>): RelyingParty | null {
  const { host = '' } = origin ? new URL(origin) : {};
  const requested = readHost(host);
  if (!requested || isNumeric(requested)) return null;
  // An untrusted proxy hides that the request used https, and may hide the port.
  const origins = [`https://${host}`];
  const { PUBLIC_URL } = deps.config;
  if (PUBLIC_URL && readHost(new URL(PUBLIC_URL).hostname)?.name === requested.name)
    origins.push(new URL(PUBLIC_URL).origin);
  // Browsers create passkeys without https on the local machine only.
  if (THIS_MACHINE.includes(requested.name)) origins.push(`http://${host}`);
  return { id: requested.name, origins };
}
