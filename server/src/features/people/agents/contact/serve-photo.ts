import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { sendImage } from '#platform/images/send-image.ts';
import { findPhoto } from './repository.ts';
import { PHOTO_PATH } from './service.ts';

const NAME = /^([\da-f]{32})\.png$/;

/** An agent's photo, for everyone who has its address: only the agent and the pages of their clients contain it. */
export function servePhoto(app: FastifyInstance, { database }: Pick<Deps, 'database'>): void {
  app.get<{ Params: { name: string } }>(`${PHOTO_PATH}:name`, async ({ params }, reply) => {
    const token = NAME.exec(params.name)?.[1];
    const content = token ? await findPhoto(database, token) : null;
    if (content === null) throw new AppError('not_found');
    return sendImage(reply, Buffer.from(content, 'base64'), 'private');
  });
}
