import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Deps } from '../context.ts';
import { AppError, toAppError } from '../errors.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_UPLOAD = 25 * MEBIBYTE;

/** A Fastify server with the house rules: ids, security headers, errors in one form. Opens no port. */
export async function createHttpServer(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerError,
    genReqId: () => randomUUID(),
    bodyLimit: MEBIBYTE,
    trustProxy: deps.config.TRUST_PROXY,
    routerOptions: { maxParamLength: 1000 },
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: deps.config.PUBLIC_URL?.startsWith('https:') ?? false,
    crossOriginEmbedderPolicy: false,
  });
  await app.register(compress, { threshold: 16 * 1024, encodings: ['gzip'], zlibOptions: { level: 1 } });
  await app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD, files: 20, fields: 50, fieldSize: MEBIBYTE },
  });
  app.setErrorHandler(answerError);
  return app;
}

function answerError(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = fromFastify(thrown) ?? toAppError(thrown);
  if (error.status >= 500) {
    request.log.error(
      { err: error.cause ?? error, requestId: request.id, url: request.routeOptions?.url },
      'failed',
    );
  }
  const retryAfter = error.details?.retryAfterSeconds;
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  return reply.code(error.status).send(error.toBody(request.id));
}

/** Fastify's own complaints (malformed JSON, body too large …) in the house's words. */
function fromFastify(error: FastifyError): AppError | null {
  if (error instanceof AppError || typeof error.code !== 'string' || !error.code.startsWith('FST_'))
    return null;
  if (error.statusCode === 413) return new AppError('too_large', { cause: error });
  if (error.statusCode === 415) return new AppError('unsupported_media_type', { cause: error });
  if (error.statusCode && error.statusCode < 500) {
    return new AppError('malformed_request', {
      message: /BODY|CTP/.test(error.code) ? 'The request body is not valid JSON.' : undefined,
      cause: error,
    });
  }
  return null;
}
