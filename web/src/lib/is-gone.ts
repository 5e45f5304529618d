import { isNotFound } from './api-error.ts';

/**
 * Not found, or an invalid URL: the server responds to `/crm/clients/abc` with 400. Any other rejection keeps its own
 * message (decisions D24).
 */
export function isGone(error: Error | null, id: number): boolean {
  return error !== null && (isNotFound(error) || !(Number.isSafeInteger(id) && id > 0));
}
