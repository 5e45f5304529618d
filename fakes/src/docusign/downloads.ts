import type { RequestHandler } from 'express';

/** Limits concurrent downloads of a document: three of the combined file, ten of any other. */
export class Downloads {
  readonly #running = new Map<string, number>();

  limit: RequestHandler = (request, response, next) => {
    const { path } = request;
    const running = this.#running.get(path) ?? 0;
    if (running >= (path.endsWith('/combined') ? 3 : 10)) {
      const message = 'Too many downloads of this document are in progress.';
      response.status(429).json({ errorCode: 'API_REQUEST_IS_THROTTLED', message });
      return;
    }
    this.#running.set(path, running + 1);
    response.on('close', () => this.#running.set(path, (this.#running.get(path) ?? 1) - 1));
    next();
  };
}
