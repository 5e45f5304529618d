import type { FastifyReply } from 'fastify';
import { hasActiveContent } from '../pdf/active-content.ts';

/**
 * A PDF that is made or read for this answer: no cache on the way keeps it. One with scripts or files inside is only saved.
 */
export function sendPdf(
  reply: FastifyReply,
  file: { name: string; bytes: Buffer; disposition?: 'inline' | 'attachment' },
): FastifyReply {
  const { name, bytes } = file;
  const disposition = hasActiveContent(bytes) ? 'attachment' : (file.disposition ?? 'inline');
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-disposition',
      `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .send(bytes);
}
