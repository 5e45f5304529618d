import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends a calendar file that intermediate caches must not store. Calendar apps poll all day: an unchanged calendar is answered
 * with 304. The ETag is weak, since the same text may be sent compressed.
 */
export function sendCalendar(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  text: string,
): FastifyReply {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.headers({
    'cache-control': 'private, no-cache',
    'content-disposition': 'inline; filename="calendar.ics"',
    'x-content-type-options': 'nosniff',
    etag: `W/${tag}`,
  });
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes(tag)) return reply.code(304).send();
  return reply.type('text/calendar; charset=utf-8').send(text);
}
