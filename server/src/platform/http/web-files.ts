import fastifyStatic from '@fastify/static';
import type { PublicSettings } from '@ledgerline/contract/settings/endpoints';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import { webPages } from './web-pages.ts';

/** Serves the built browser code: hashed assets cached permanently, pages always revalidated, everything precompressed. */
export async function serveWebFiles(
  app: FastifyInstance,
  folder: string,
  readSettings: () => Promise<PublicSettings>,
): Promise<void> {
  const pageAt = webPages(folder);
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    serve: false,
    index: false,
    cacheControl: false,
  });
  app.get('/assets/*', (request, reply) => {
    const file = request.url.split('?')[0]?.slice(1) ?? '';
    return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(file);
  });
  app.get('/', (_request, reply) => reply.redirect('/crm/'));
  app.get('/view-document', (request, reply) => reply.redirect(`/crm${request.url}`));
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|assets)(\/|$)/.test(request.url)) {
      const error = new AppError('not_found');
      return reply.code(error.status).send(error.toBody(request.id));
    }
    const { html, etag, scriptHashes } = pageAt(request.url, await readSettings());
    reply.headers({ 'cache-control': 'no-cache', etag }).type('text/html; charset=utf-8');
    allowScripts(reply, scriptHashes);
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(html);
  });
}

/** Allows the scripts that the build embedded in the HTML, and no others. */
function allowScripts({ raw }: FastifyReply, hashes: string[]): void {
  const policy = String(raw.getHeader('content-security-policy'));
  const allowed = policy.replace("script-src 'self'", () => ["script-src 'self'", ...hashes].join(' '));
  raw.setHeader('content-security-policy', allowed);
}
