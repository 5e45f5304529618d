import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { brandForPages, readLogo } from './service.ts';

/**
 * The logo, for everyone who has its address: the sign-in page and clients' pages show it. Nothing else is served here: the
 * address contains a digest of the content, and earlier logos are gone.
 */
export function serveLogo(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { name: string } }>('/api/brand/:name', async ({ params }, reply) => {
    const { logo } = await brandForPages(deps);
    const bytes = logo?.path.endsWith(`/${params.name}`) ? await readLogo({ db: deps.database }) : null;
    if (!bytes) throw new AppError('not_found');
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    return reply.type('image/png').send(bytes);
  });
}
