import type { FieldValue } from './field-values.ts';

/** Request header of PUT /clients/{id}: what the writer saw in the one field he sends, as `seenValue` writes it. */
export const SEEN_HEADER = 'x-seen-value';

/**
 * A short print of a value (FNV-1a, 32 bits): enough to notice that somebody else changed it in between, and short and
 * mute enough for a header, however long or private the value is. Null and the empty text are the same.
 */
export function seenValue(value: FieldValue | undefined): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(String(value ?? ''))) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
