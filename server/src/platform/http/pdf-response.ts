import type { FastifyReply } from 'fastify';
import { isActive } from '../pdf/read-pdf.ts';

/**
 * A PDF that is generated or read for this response: no intermediate cache may store it. One with scripts or embedded files is
 * offered as a download only.
 */
export async function sendPdf(
  reply: FastifyReply,
  file: { name: string; bytes: Buffer; disposition?: 'inline' | 'attachment' },
): Promise<FastifyReply> {
  const { name, bytes } = file;
  const isShown = file.disposition !== 'attachment' && (await isActive(bytes)) === false;
  const disposition = isShown ? 'inline' : 'attachment';
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
