import { foldText, visibleText } from '@ledgerline/contract/rules';

/** The fields of a client that a feed may use. */
interface NamedClient {
  first_name: string | null;
  last_name: string | null;
}

/** The subject of an event, before it is formatted. */
export interface SummaryInput extends NamedClient {
  kind: 'follow_up' | 'task';
  /** '' where there is none. */
  title: string;
}

/**
 * The title that a calendar shows: 'Follow up: A.R.', 'Send the quote (A.R.)'; with the full name where the owner allows names. Otherwise
 * the client's name, numbers and email addresses are removed from what agents wrote (decision 053).
 */
export function summaryOf({ kind, title, ...client }: SummaryInput, hasNames: boolean): string {
  const who = hasNames ? fullName(client) : initialsOf(client);
  const text = hasNames ? title : withoutClient(title, client);
  if (kind === 'follow_up' && text === '') return who === '' ? 'Follow up' : `Follow up: ${who}`;
  return who === '' ? text : `${text} (${who})`;
}

const namesOf = ({ first_name, last_name }: NamedClient): string[] =>
  [first_name, last_name].map((name) => shownText(name ?? '')).filter((name) => name !== '');

/** The visible part of a text: a name with an invisible character in it would not be found in a title. */
const shownText = (text: string): string =>
  visibleText(text)
    .replaceAll(/[\u200c\u200d]/g, '')
    .normalize('NFC');

const fullName = (client: NamedClient): string => namesOf(client).join(' ');

/** 'A.R.' for Ana Ruiz; '' without a name. */
export function initialsOf(client: NamedClient): string {
  return namesOf(client).map(initialOf).join('');
}

const initialOf = (name: string): string => `${[...name][0]?.toUpperCase() ?? ''}.`;

const WORD = /\p{L}[\p{L}\p{M}\p{N}]*/gu;
const EMAIL_ADDRESS = /[^\s<>()]+@[^\s<>()]+/g;
/** Seven or more digits with separators: phones, birth dates, Social Security and card numbers. */
const LONG_NUMBER = /\d(?:[\s()./+-]*\d){6,}/g;
/** A Medicare number as it is printed or typed: 1EG4-TE5-MK73 (CMS, Understanding the MBI format). */
const MEDICARE_NUMBER = /\b[1-9][a-z][a-z\d]\d[- ]?[a-z][a-z\d]\d[- ]?[a-z]{2}\d{2}\b/gi;
/** Eight or more letters and digits in a row, at least three of them digits: member and policy numbers. */
const MIXED_NUMBER = /(?<![\p{L}\p{N}])(?=(?:[\p{L}-]*\d){3})[\p{L}\d](?:-?[\p{L}\d]){7,}(?![\p{L}\p{N}])/gu;

/**
 * An agent's text without the client's data: words of the client's name become initials, in any spelling; email addresses, numbers of seven
 * or more digits, and member and policy numbers become an ellipsis. A feed cannot recognize any other client data.
 */
export function withoutClient(title: string, client: NamedClient): string {
  const words = namesOf(client).flatMap((name) => name.match(WORD) ?? []);
  const known = new Set(words.filter((word) => [...word].length > 1).map(plain));
  return shownText(title)
    .replace(EMAIL_ADDRESS, '…')
    .replace(MEDICARE_NUMBER, '…')
    .replace(LONG_NUMBER, '…')
    .replace(MIXED_NUMBER, '…')
    .replace(WORD, (word) => (known.has(plain(word)) ? initialOf(word) : word));
}

/** Without accents, capitals and widths: José also matches jose. */
const plain = (word: string): string => foldText(word);
