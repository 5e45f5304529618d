import { z } from 'zod';

/** A row id in a path or query: a positive whole number that PostgreSQL's bigint and JavaScript both hold. */
export const idSchema = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const idParams = z.object({ id: idSchema });

/**
 * Text as people type it: any Unicode but the null byte, which PostgreSQL cannot store; at most `max` characters. Halves
 * of surrogate pairs become replacement characters. `missing` is the sentence for a text that is not there.
 */
export function textSchema(max: number, missing?: string) {
  return z
    .string(missing)
    .overwrite((text) => text.toWellFormed())
    .max(max, `must be at most ${max} characters`)
    .refine((text) => !text.includes('\u0000'), 'must not contain a null character');
}

/** What somebody typed to confirm a deletion that only an owner may do; the server compares it (O5). */
export const confirmedBody = z.strictObject({ confirm_title: textSchema(300).optional() });

/** A whole web address, as every answer gives it that names a place for a person to open (decisions O6). */
export const webAddressSchema = z.url({ protocol: /^https?$/ });

/** A calendar date, never an instant. */
export const dateSchema = z.iso.date();
/** An instant as ISO text with offset. */
export const instantSchema = z.iso.datetime({ offset: true });
