import { accountSchema } from '@ledgerline/contract/invoices/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { type EventSource, receiveEvent } from './receive-event.ts';
import { createRejectionLog } from './rejections/log-rejections.ts';

const MAX_PAYMENT_BYTES = 256 * 1024;
/** Messages about an envelope contain its recipients with all of their fields. */
const MAX_ESIGN_BYTES = 1024 * 1024;
/** Limit for an address in the log, because anyone can send arbitrary ones. */
const LONGEST_PATH = 60;

/**
 * The endpoints to which providers send events. Outside the contract, because signatures cover the raw bytes: the body is
 * read as bytes here, and nowhere else. The response is sent immediately; a job processes the event.
 */
export function serveWebhooks(app: FastifyInstance, deps: Deps): void {
  const logRejection = createRejectionLog(deps);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    scope.addHook('onError', async ({ headers, url }, _reply, error) => {
      const bytes = Number(headers['content-length'] ?? Number.NaN);
      logRejection({
        where: url.split('?', 1).join('').slice(0, LONGEST_PATH),
        code: error.code,
        bytes: Number.isFinite(bytes) ? bytes : null,
      });
    });
    const receive = async (source: EventSource, { body, headers }: FastifyRequest) => {
      await receiveEvent(deps, source, Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers);
      return { success: true };
    };
    scope.post<{ Params: { account: string } }>(
      '/api/webhooks/payments/:account',
      { bodyLimit: MAX_PAYMENT_BYTES },
      async (request) => {
        const account = accountSchema.safeParse(request.params.account);
        if (!account.success) throw new AppError('not_found');
        return receive({ port: 'payments', account: account.data }, request);
      },
    );
    scope.post('/api/webhooks/esign', { bodyLimit: MAX_ESIGN_BYTES }, (request) =>
      receive({ port: 'esign' }, request),
    );
  });
}
