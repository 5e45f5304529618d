import type { RequestHandler } from 'express';
import type { Books } from './books.ts';

const BETWEEN_MS = 15 * 60_000;

/** Records repeated reads of an envelope within fifteen minutes, and rejects them if `isEnforced`. */
export class Polling {
  isEnforced = false;
  /** Paths that were read too soon; a single one fails DocuSign's go-live review. */
  readonly violations: string[] = [];
  readonly #readAt = new Map<string, number>();
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  guard: RequestHandler = (request, response, next) => {
    const now = this.#books.now().getTime();
    const before = this.#readAt.get(request.path);
    const isTooSoon = before !== undefined && now - before < BETWEEN_MS;
    if (isTooSoon) this.violations.push(request.path);
    if (isTooSoon && this.isEnforced) {
      const message = 'The maximum number of hourly polling requests for this envelope has been exceeded.';
      response.status(400).json({ errorCode: 'HOURLY_ENVELOPE_POLLING_LIMIT_EXCEEDED', message });
      return;
    }
    this.#readAt.set(request.path, now);
    next();
  };
}
