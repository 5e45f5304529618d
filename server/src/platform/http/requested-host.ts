import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { hostRule, isNumeric, type RequestedHost, readHost } from '../hosts.ts';

/** Paths requested by machines under this server's IP address; their responses contain no links. */
const ADDRESS_ALLOWED_PATHS: readonly string[] = ['/api/status', '/metrics'];

/**
 * Responds 421 to requests under a host that is not this installation's (decisions O8): a link built from it would lead a client,
 * with their token, to another site. Behind a trusted proxy the forwarded host counts.
 */
export function rejectOtherHosts(app: FastifyInstance, config: Config): void {
  const isAllowed = hostRule(config);
  app.addHook('onRequest', async (request) => {
    const host = readHost(request.host);
    if (host && isAllowed(host)) return;
    const isCheck = ADDRESS_ALLOWED_PATHS.includes(request.url.split('?')[0] ?? '');
    if (isCheck && (request.host === '' || (host && isNumeric(host)))) return;
    throw new AppError('wrong_host', { message: sentenceFor(host) });
  });
}

function sentenceFor(host: RequestedHost | null): string {
  if (!host) return 'The request does not say which host it is for.';
  return `This portal is not available at ${host.name}. If it should be, set PUBLIC_URL to that address or add ${host.name} to ALLOWED_HOSTS.`;
}

/** The origin of the request, once its host was validated. */
export function originOf(request: FastifyRequest): string {
  const host = readHost(request.host);
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  return `${scheme}://${host?.name ?? 'localhost'}${host?.port ? `:${host.port}` : ''}`;
}
