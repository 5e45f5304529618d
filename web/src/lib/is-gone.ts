import { isNotFound } from './api-error.ts';

/**
 * Not there, or an address that names nothing: `/crm/clients/abc` the server refuses with 400. Any other refusal is told as
 * what it says (decisions D24).
 */
export function isGone(error: Error | null, id: number): boolean {
  return error !== null && (isNotFound(error) || !(Number.isSafeInteger(id) && id > 0));
}
