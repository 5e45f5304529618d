import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { readHost } from '../hosts.ts';

/** A request and its reply. */
export interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** This prefix binds a cookie to this exact host: no other host of the domain can replace it. */
const HOST_ONLY = '__Host-';

type CookieConfig = Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY'>;

/**
 * The value of a cookie that the browser sent, or null. Over https only the host-bound one counts: a cookie without the prefix
 * could come from another host of the domain. Over plain http browsers drop cookies with the prefix.
 */
export function readCookie(request: FastifyRequest, config: CookieConfig, name: string): string | null {
  const sent = new Map(
    (request.headers.cookie ?? '').split(';').map((pair) => {
      const [key = '', ...value] = pair.split('=');
      return [key.trim(), value.join('=').trim()] as const;
    }),
  );
  return sent.get(`${isSecure(request, config) ? HOST_ONLY : ''}${name}`) ?? null;
}

/**
 * Stores a signed value in the browser that no script can read. A cookie alone never authorizes anything: it accompanies a token
 * or a password, so that a cross-site request gains nothing from it.
 */
export function setCookie(
  { request, reply }: Http,
  config: CookieConfig,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const [prefix, secure] = isSecure(request, config) ? [HOST_ONLY, '; Secure'] : ['', ''];
  const cookie = `${prefix}${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
  reply.header('set-cookie', cookie);
}

/**
 * Whether the browser made the call over https. Behind an untrusted proxy every call looks like http; with an https PUBLIC_URL it
 * was https.
 */
function isSecure(request: FastifyRequest, { PUBLIC_URL, TRUST_PROXY }: CookieConfig): boolean {
  if (request.protocol === 'https' || TRUST_PROXY) return request.protocol === 'https';
  if (!PUBLIC_URL?.startsWith('https:')) return false;
  const { hostname, port } = new URL(PUBLIC_URL);
  const requested = readHost(request.host);
  const isSamePort = !requested?.port || requested.port === (port || '443');
  return isSamePort && requested?.name === readHost(hostname)?.name;
}
