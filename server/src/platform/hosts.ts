import { isIP } from 'node:net';

/** The host part of a requested address: a lower-case name without a trailing dot, and the port if one was given. */
export interface RequestedHost {
  name: string;
  port: string | null;
}

/** The local machine, whose names lead nowhere else (decisions O8). */
export const THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Parses a Host header; null if it is missing or invalid: links are never built from the latter. */
export function readHost(header: string): RequestedHost | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::(\d{1,5}))?$/.exec(
    header.trim().toLowerCase(),
  );
  if (!match?.[1]) return null;
  const name = match[1];
  return { name: name.startsWith('[') ? ipv6(name) : name, port: match[2] ?? null };
}

/** IPv6 has many spellings; URL produces the shortest. */
function ipv6(name: string): string {
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
}

/** Whether the host is an IP address, which no name server can redirect elsewhere. */
export function isNumeric({ name }: RequestedHost): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

/**
 * The hosts that this installation answers under: the local machine at any port, PUBLIC_URL, and those of ALLOWED_HOSTS.
 * PUBLIC_URL is accepted at its own port, the standard ones (which proxies may send) and the port that the server listens on. An
 * entry of ALLOWED_HOSTS without a port allows every port, one with a port only that one.
 */
export function hostRule(config: {
  PORT: number;
  PUBLIC_URL?: string | undefined;
  ALLOWED_HOSTS: readonly RequestedHost[];
}): (host: RequestedHost) => boolean {
  const url = config.PUBLIC_URL ? new URL(config.PUBLIC_URL) : null;
  const publicName = url && readHost(url.hostname)?.name;
  const publicPorts = ['80', '443', url?.port, String(config.PORT)];
  return ({ name, port }) =>
    THIS_MACHINE.includes(name) ||
    (name === publicName && (port === null || publicPorts.includes(port))) ||
    config.ALLOWED_HOSTS.some((known) => known.name === name && (known.port === null || known.port === port));
}
