import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A CSV file whose lines are read while they are sent. */
export const sendCsv = (reply: FastifyReply, name: string, lines: AsyncIterable<string>): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(lines));
