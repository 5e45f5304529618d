import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { constants, type ZlibOptions } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
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
import { rejectOtherHosts } from './requested-host.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_UPLOAD = 25 * MEBIBYTE;
/** Signed file addresses contain the file's name twice, percent-encoded. */
const MAX_PARAM_LENGTH = 4000;
/** Node's own limit, which Fastify disables: a complete upload over a slow connection. */
const REQUEST_TIMEOUT_MS = 300_000;
/** The longest silence on a connection; live streams send something every 20 s. */
const CONNECTION_TIMEOUT_MS = 120_000;
/** How long active requests may take to finish when the server stops. */
const CLOSE_TIMEOUT_MS = 10_000;

/**
 * Long responses are compressed lightly, in one step if they are in memory anyway: zstd for browsers that accept it, at a third
 * of the work of gzip.
 */
const COMPRESSION: FastifyCompressOptions = {
  threshold: 16 * 1024,
  syncThreshold: MEBIBYTE,
  encodings: ['zstd', 'gzip'],
  zlibOptions: { level: 1, params: { [constants.ZSTD_c_compressionLevel]: 1 } } as ZlibOptions,
};

/** One proxy is trusted: it appends the address it saw; everything before that may be forged by the caller. */
const isNearest = (_address: string, hop: number) => hop === 0;

/** A Fastify server with the common rules: request ids, security headers, a single error format. Opens no port. */
export async function createHttpServer(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerError,
    clientErrorHandler: answerUnparsed,
    genReqId: () => randomUUID(),
    bodyLimit: MEBIBYTE,
    trustProxy: deps.config.TRUST_PROXY && isNearest,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Independent of the path's encoding: files and pages that may be cached set the header themselves.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        // A foreign <base> would redirect every relative address of a page; none of our pages has one.
        baseUri: ["'none'"],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: deps.config.PUBLIC_URL?.startsWith('https:') ?? false,
    crossOriginEmbedderPolicy: false,
  });
  setSecurityHeaders(app);
  rejectOtherHosts(app, deps.config);
  await app.register(compress, COMPRESSION);
  await app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD, files: 20, fields: 50, fieldSize: MEBIBYTE },
    // Readers check `truncated` themselves, so that the error names the file.
    throwFileSizeLimit: false,
  });
  app.setErrorHandler(answerError);
  acceptEmptyJson(app);
  closeQuickly(app);
  return app;
}

/**
 * Permissions that no page of the portal needs, so that an injected script cannot use them either. Only names that browsers know:
 * they warn about any other on every page.
 */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi']
  .concat(['display-capture', 'accelerometer', 'gyroscope', 'magnetometer', 'screen-wake-lock'])
  .map((name) => `${name}=()`)
  .join(', ');

/** Helmet computes its headers for every request; here they are always the same. */
function setSecurityHeaders(app: FastifyInstance): void {
  let known: [name: string, value: string][] | undefined;
  app.addHook('onRequest', (_request, reply, done) => {
    if (known) for (const [name, value] of known) reply.raw.setHeader(name, value);
    else {
      reply.helmet();
      reply.raw.setHeader('permissions-policy', PERMISSIONS);
      known = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]);
    }
    done();
  });
}

/** Many callers send a JSON content type on every call, even without a body: an empty body counts as none. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}

/** Browsers open connections in advance; Node waits a minute for the first request on each before it closes. */
function closeQuickly(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
    const deadline = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    app.server.once('close', () => clearTimeout(deadline));
    deadline.unref();
  });
}

/** Headers that Node could not parse, such as an address with a filter that is longer than 16 KB. No route runs. */
function answerUnparsed({ code }: Error & { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const isTooLong = code === 'HPE_HEADER_OVERFLOW';
  const error = isTooLong
    ? new AppError('too_large', {
        message: 'The address is too long. Remove some conditions from the filter.',
      })
    : new AppError('malformed_request');
  const body = JSON.stringify(error.toBody(randomUUID()));
  const type = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${type}\r\nConnection: close\r\n\r\n${body}`,
    );
  socket.destroySoon();
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

/** Errors of Fastify and its plugins (malformed JSON, body too large, no such file …) as errors of the product. */
function fromFastify(error: FastifyError): AppError | null {
  if (error instanceof AppError) return null;
  if (error.statusCode === 403 || error.statusCode === 404)
    return new AppError('not_found', { cause: error });
  if (error.statusCode === 413) return new AppError('too_large', { cause: error });
  if (error.statusCode === 415) return new AppError('unsupported_media_type', { cause: error });
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('malformed_request', {
      message: /BODY|CTP/.test(error.code) ? 'The request body is not valid JSON.' : undefined,
      cause: error,
    });
  }
  return null;
}
