import {
  birthDateError,
  cleanEmail,
  type DateOrder,
  followUpDateError,
  type Identifier,
  isMask,
  type NamedAgent,
  parseDate,
  parseMoneyCents,
  readAgent,
  readIdentifier,
  richTextProblem,
  storableNote,
} from '../rules.ts';
import type { CatalogField } from './fields/catalog.ts';
import type { FieldKind } from './fields/field.ts';

/** A field's value on the wire: dates `YYYY-MM-DD`, money in dollars with at most two decimals, percent 0 to 100. */
export type FieldValue = string | number | null;

/** `message` and `warning` are predicates about the field. An agent may confirm a value that `isConfirmable`. */
export type ParsedField =
  | { ok: true; value: FieldValue; warning?: string }
  | { ok: false; message: string; isConfirmable?: boolean };

const ok = (value: FieldValue): ParsedField => ({ ok: true, value });
const wrong = (message: string): ParsedField => ({ ok: false, message });

const PHONE_CHARACTERS = /^[\d\s\-+()]*$/;
const NUMBER_CHARACTERS = /^[\d\s-]*\d[\d\s-]*$/;
/** Fits PostgreSQL's bigint and JavaScript's safe integers with a margin. */
const MAX_CENTS = 100_000_000_000_00;

/** The context that parsing a value depends on. */
export interface FieldReading {
  /** Today, 'YYYY-MM-DD'. */
  today: string;
  /** The agents that an agent field may name. */
  agents?: readonly NamedAgent[];
  /** The order of month and day, where a file determines it. */
  dateOrder?: DateOrder;
  /** Accepts a value that was stored before, even if it fails the current checks. */
  isRestore?: boolean;
  /**
   * Accepts a damaged number: `confirmed` by the agent, or `deferred` with its missing zero because the server completes
   * it or requires the confirmation.
   */
  damagedNumbers?: 'confirmed' | 'deferred';
}

function readDate(text: string, { dateOf }: CatalogField, reading: FieldReading): ParsedField {
  const { today, dateOrder = 'mdy', isRestore = false } = reading;
  const date = parseDate(text, { today, isBirth: dateOf === 'birth', order: dateOrder });
  if (date === null) return wrong('must be a date such as 05/31/1990');
  const error = isRestore ? null : dateError(dateOf, date, today);
  return error === null ? ok(date) : wrong(error);
}

function dateError(dateOf: CatalogField['dateOf'], date: string, today: string): string | null {
  if (dateOf === 'follow_up') return followUpDateError(date, today);
  const error = dateOf === 'birth' ? birthDateError(date, today) : null;
  if (error === 'future') return 'must not be in the future. Check the year';
  return error && 'must be within the last 130 years. Check the year';
}

function parseMoney(text: string): ParsedField {
  const cents = parseMoneyCents(text);
  if (cents === null) return wrong('must be an amount such as 1234.50');
  return cents > MAX_CENTS ? wrong('is too large') : ok(cents / 100);
}

function parsePercent(text: string): ParsedField {
  const bare = text.replace(/%$/, '').trim();
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(bare) || Number(bare) > 100)
    return wrong('must be a percentage from 0 to 100');
  return ok(Number(bare));
}

function parseEmail(text: string): ParsedField {
  const address = cleanEmail(text);
  return address === null ? wrong('Please enter a valid email address') : ok(address);
}

function parseUrl(text: string): ParsedField {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^https?:\/\//i.test(text)
    ? wrong('must be a web address starting with https://')
    : ok(text);
}

function parseRichText(text: string): ParsedField {
  const problem = richTextProblem(text);
  return problem === null ? ok(storableNote(text)) : wrong(problem);
}

/** A number with a fixed length or a check digit (decisions P5; decision 102). */
function readNumber(kind: Identifier, text: string, reading: FieldReading): ParsedField {
  const { isRestore = false, damagedNumbers } = reading;
  const read = readIdentifier(kind, text);
  if (read.state === 'complete' || isRestore) return ok(text);
  if (read.state === 'invalid') return wrong(read.problem);
  if (damagedNumbers === 'deferred') return ok(text);
  if (read.state === 'completed') return { ok: true, value: read.text, warning: ZERO_ADDED };
  return damagedNumbers === 'confirmed'
    ? ok(text)
    : { ok: false, message: read.problem, isConfirmable: true };
}

const ZERO_ADDED = 'had 8 digits, so a leading zero was added';

type Parser = (text: string, field: CatalogField, reading: FieldReading) => ParsedField;

const PARSERS: Record<FieldKind, Parser> = {
  text: ok,
  richtext: (text) => parseRichText(text),
  secret: (text) => (isMask(text) ? wrong('contains mask characters; type the full value') : ok(text)),
  date: readDate,
  money: parseMoney,
  percent: parsePercent,
  url: parseUrl,
  email: parseEmail,
  phone: (text) => (PHONE_CHARACTERS.test(text) ? ok(text) : wrong('Please enter a valid phone number')),
  agent: (text, _, { agents = [] }) => readAgent(text, agents),
  enum: (text, field) =>
    field.options?.includes(text.toLowerCase())
      ? ok(text.toLowerCase())
      : wrong(`must be one of ${field.options?.join(', ')}`),
};

/** The value of an emptied field: '' for rich text (0§5 Notes), null otherwise (decisions D5). */
export function emptyValue(field: CatalogField): FieldValue {
  return field.kind === 'richtext' ? '' : null;
}

/**
 * Parses one typed, pasted, imported or sent value for a catalog field: trims it, validates it and converts it to wire
 * form. Empty text and null clear the field. Messages are sentences about the value, without the field's name.
 */
export function parseFieldValue(field: CatalogField, raw: unknown, reading: FieldReading): ParsedField {
  if (raw === null || raw === undefined) return ok(emptyValue(field));
  if (typeof raw !== 'string' && typeof raw !== 'number') return wrong('must be text or a number');
  if (typeof raw === 'number' && !Number.isFinite(raw)) return wrong('must be a number');
  const text = String(raw).toWellFormed().trim();
  if (text === '') return ok(emptyValue(field));
  if (text.includes('\u0000')) return wrong('must not contain a null character');
  if (text.length > field.maxLength) return wrong(`must be at most ${field.maxLength} characters`);
  if (field.isNumber && !isMask(text) && !NUMBER_CHARACTERS.test(text)) {
    return wrong('may contain only digits, spaces and hyphens');
  }
  if (field.identifier && !isMask(text)) return readNumber(field.identifier, text, reading);
  return PARSERS[field.kind](text, field, reading);
}
