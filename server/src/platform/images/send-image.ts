import type { FastifyReply } from 'fastify';

/** A PNG at an address that changes with its content, so that it can be cached permanently. */
export function sendImage(reply: FastifyReply, bytes: Buffer, cache: 'public' | 'private'): FastifyReply {
  reply.headers({
    'cache-control': `${cache}, max-age=31536000, immutable`,
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  return reply.type('image/png').send(bytes);
}
