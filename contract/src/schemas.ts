import { z } from 'zod';
import { cleanEmail, isEmail } from './rules/email.ts';
import { MAX_FILTER_LENGTH } from './rules/filters.ts';
import { singleLine } from './rules/single-line.ts';
import { MAX_SORT_KEYS, readThenBy } from './rules/sort-keys.ts';

/** An id as people and programs send it: a number, or a text of digits (decisions O13); anything else is invalid. */
function asId(value: unknown): unknown {
  return typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value;
}

/** A row id in a path, query or body: a positive integer that both PostgreSQL's bigint and JavaScript can represent. */
export const idSchema = requiredId();

/** The same with its own error sentence for an invalid id. */
export function requiredId(message?: string) {
  const id = z.number(message).int(message).positive(message).max(Number.MAX_SAFE_INTEGER, message);
  return z.preprocess(asId, id).meta({ type: 'integer', minimum: 1 });
}
export const idParams = z.object({ id: idSchema });

/**
 * Text as people type it: any Unicode except the null byte, which PostgreSQL cannot store; at most `max` characters. Lone surrogates become
 * replacement characters. `missing` is the error for a missing text.
 */
export function textSchema(max: number, missing?: string) {
  return (
    z
      .string(missing)
      .overwrite((text) => text.toWellFormed())
      // Aborts here, so that the following patterns never run on a very long text.
      .max(max, { error: `must be at most ${max} characters`, abort: true })
      .refine((text) => !text.includes('\u0000'), 'must not contain a null character')
  );
}

/** Text on one line: line breaks and tabs, as pasted text has them, become spaces. */
export function lineSchema(max: number, missing?: string) {
  return textSchema(max, missing).overwrite((text) => singleLine(text));
}

/** An email address, stored as `cleanEmail` extracts it; the empty text is valid. `missing` is the error for a missing address. */
export function emailSchema(max = 254, missing?: string) {
  return textSchema(max, missing)
    .overwrite((text) => cleanEmail(text) ?? text.trim())
    .refine((text) => text === '' || isEmail(text), 'Please enter a valid email address');
}

/** For lists that are truncated at a fixed limit when no page is requested. */
export const truncatedSchema = z
  .boolean()
  .optional()
  .meta({ description: 'True where more rows exist than the response holds; request them page by page' });

/** The text that an owner types to confirm a deletion reserved for owners; the server compares it (decisions O5). */
export const confirmedBody = z.strictObject({ confirm_title: textSchema(300).optional() });

/** The full URL of a page for people; responses never contain only its path (decisions O6). */
export const webAddressSchema = z.url({ protocol: /^https?$/ });

/** A calendar date, never an instant. */
export const dateSchema = z.iso.date();
/** An instant as ISO text with offset. */
export const instantSchema = z.iso.datetime({ offset: true });

/** Why a secret is revealed, where owners ask for it (decision 064). */
export const reasonSchema = textSchema(200).trim().optional();

/** How a device describes its save of a draft that other devices may fill in too (`mergeDraft`). */
export const draftSaveSchema = z.strictObject({
  version: z.number().int().min(0),
  device: textSchema(100).min(1),
  save: z.number().int().min(1),
  typed: z.record(textSchema(300), z.number().int().min(0)),
});

/** A file of at most this many bytes, as base64. */
export const base64Schema = (maxBytes: number) =>
  z.base64().max(Math.ceil((maxBytes * 4) / 3) + 4, 'is too large');

/**
 * A filter of a list as JSON text (`Filter` in rules/filters.ts). The operation checks it against the list's fields, which
 * the browser loads only with its filters.
 */
export const filterSchema = z
  .string()
  .max(MAX_FILTER_LENGTH, 'The filter is too long. Remove some conditions or values.');

/** The second and third sort key of a list with these columns, such as '-updated_at,name'. */
export const thenBySchema = (sorts: readonly string[]) =>
  textSchema(200).refine(
    (text) => {
      const keys = readThenBy(text);
      return keys.length < MAX_SORT_KEYS && keys.every(({ sort }) => sorts.includes(sort));
    },
    `must name at most ${MAX_SORT_KEYS - 1} columns of the list, separated by commas`,
  );
