import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { readHost } from '../hosts.ts';

/** A call and its answer. */
export interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The value of a cookie that the browser sent, or null. */
export function readCookie({ headers }: FastifyRequest, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return null;
}

/**
 * Lets the browser keep a signed value that no script can read. Nothing is ever allowed by a cookie alone: it goes with a
 * token or a password, so that a page elsewhere gains nothing by having it sent.
 */
export function keepCookie(
  { request, reply }: Http,
  config: Pick<Config, 'PUBLIC_URL'>,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const secure = request.protocol === 'https' || isPublicHttps(request, config) ? '; Secure' : '';
  const cookie = `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
  reply.header('set-cookie', cookie);
}

/** Behind a proxy that is not believed a call looks like http; asked under an https PUBLIC_URL it was none. */
function isPublicHttps(request: FastifyRequest, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean {
  if (!PUBLIC_URL?.startsWith('https:')) return false;
  const { hostname, port } = new URL(PUBLIC_URL);
  const asked = readHost(request.host);
  const isSamePort = !asked?.port || asked.port === (port || '443');
  return isSamePort && asked?.name === readHost(hostname)?.name;
}
