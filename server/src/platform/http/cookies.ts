import type { FastifyReply, FastifyRequest } from 'fastify';

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
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const cookie = `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
  reply.header('set-cookie', cookie);
}
