import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** Addresses that clients open without signing in; everything else is the agents' portal. */
const PUBLIC_PREFIXES = [
  '/forms',
  '/sign',
  '/signing',
  '/secure',
  '/pay',
  '/signed',
  '/agent-signing-complete',
];
const PUBLIC_IN_PORTAL = ['/crm/signed', '/crm/agent-signing-complete'];

function isPublicPage(url: string): boolean {
  const [pathname = ''] = url.split('?');
  return (
    PUBLIC_PREFIXES.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`)) ||
    PUBLIC_IN_PORTAL.includes(pathname.replace(/\/$/, ''))
  );
}

/** Serves the built browser code: hashed assets for ever, pages fresh, compressed beforehand. */
export async function serveWebFiles(app: FastifyInstance, folder: string): Promise<void> {
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
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(api|assets)(\/|$)/.test(request.url)) {
      const error = new AppError('not_found');
      return reply.code(error.status).send(error.toBody(request.id));
    }
    reply.header('cache-control', 'no-cache');
    return reply.sendFile(isPublicPage(request.url) ? 'public.html' : 'index.html');
  });
}

export function hasWebFiles(folder: string): boolean {
  return existsSync(path.join(folder, 'index.html'));
}
