import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { readHost } from '../hosts.ts';

/** A call and its answer. */
export interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Before a name it binds a cookie to this very host: no other one of the domain can put its own in the place of ours. */
const HOST_ONLY = '__Host-';

/** The value of a cookie that the browser sent, or null; one bound to the host comes before one that is not. */
export function readCookie({ headers }: FastifyRequest, name: string): string | null {
  const sent = new Map(
    (headers.cookie ?? '').split(';').map((pair) => {
      const [key = '', ...value] = pair.split('=');
      return [key.trim(), value.join('=').trim()] as const;
    }),
  );
  return sent.get(`${HOST_ONLY}${name}`) ?? sent.get(name) ?? null;
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
  const isSecure = request.protocol === 'https' || isPublicHttps(request, config);
  const [prefix, secure] = isSecure ? [HOST_ONLY, '; Secure'] : ['', ''];
  const cookie = `${prefix}${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
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
