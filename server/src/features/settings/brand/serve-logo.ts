import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { sendImage } from '#platform/images/send-image.ts';
import { readServedLogo } from './service.ts';

const NAME = /^logo-[\da-f]{32}\.png$/;

/**
 * The logo, for everyone who has its address: the sign-in page and clients' pages show it. Nothing else is served here: the
 * address contains a digest of the content. Pages that another server sends for a few seconds after a change contain the
 * former address, which leads to the current logo.
 */
export function serveLogo(app: FastifyInstance, { database }: Pick<Deps, 'database'>): void {
  app.get<{ Params: { name: string } }>('/api/brand/:name', async ({ params }, reply) => {
    const logo = NAME.test(params.name) ? await readServedLogo(database) : null;
    if (!logo) throw new AppError('not_found');
    if (logo.path.endsWith(`/${params.name}`)) return sendImage(reply, logo.bytes, 'public');
    return reply.header('cache-control', 'no-store').redirect(logo.path);
  });
}
