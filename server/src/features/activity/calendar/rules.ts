import { foldText, visibleText } from '@ledgerline/contract/rules';

/** A client as far as a feed may know of him. */
interface NamedClient {
  first_name: string | null;
  last_name: string | null;
}

/** What a line is about, before it is told. */
export interface SummaryInput extends NamedClient {
  kind: 'follow_up' | 'task';
  /** '' where nobody wrote one. */
  title: string;
}

/**
 * The line that a calendar shows: 'Follow up: A.R.', 'Send the quote (A.R.)'; with the whole name where the owner allows
 * names. Without it the client's name, numbers and mail addresses are taken out of what agents wrote (decision 053).
 */
export function summaryOf({ kind, title, ...client }: SummaryInput, hasNames: boolean): string {
  const who = hasNames ? fullName(client) : initialsOf(client);
  const text = hasNames ? title : withoutClient(title, client);
  if (kind === 'follow_up' && text === '') return who === '' ? 'Follow up' : `Follow up: ${who}`;
  return who === '' ? text : `${text} (${who})`;
}

const namesOf = ({ first_name, last_name }: NamedClient): string[] =>
  [first_name, last_name].map((name) => shownText(name ?? '')).filter((name) => name !== '');

/** What is seen of a text: a name with an invisible character in it would not be found in a title. */
const shownText = (text: string): string =>
  visibleText(text)
    .replaceAll(/[\u200c\u200d]/g, '')
    .normalize('NFC');

const fullName = (client: NamedClient): string => namesOf(client).join(' ');

/** 'A.R.' of Ana Ruiz; '' of nobody. */
export function initialsOf(client: NamedClient): string {
  return namesOf(client).map(initialOf).join('');
}

const initialOf = (name: string): string => `${[...name][0]?.toUpperCase() ?? ''}.`;

const WORD = /\p{L}[\p{L}\p{M}\p{N}]*/gu;
const EMAIL_ADDRESS = /[^\s<>()]+@[^\s<>()]+/g;
/** Seven digits and more with what stands between them: phones, birth dates, Social Security and card numbers. */
const LONG_NUMBER = /\d(?:[\s()./+-]*\d){6,}/g;
/** A Medicare number as it is printed or typed: 1EG4-TE5-MK73 (CMS, Understanding the MBI format). */
const MEDICARE_NUMBER = /\b[1-9][a-z][a-z\d]\d[- ]?[a-z][a-z\d]\d[- ]?[a-z]{2}\d{2}\b/gi;
/** Eight letters and digits and more in one, three digits among them: numbers of members and policies. */
const MIXED_NUMBER = /(?<![\p{L}\p{N}])(?=(?:[\p{L}-]*\d){3})[\p{L}\d](?:-?[\p{L}\d]){7,}(?![\p{L}\p{N}])/gu;

/**
 * What an agent wrote without the client in it: words of his name become initials, however they are spelled, mail
 * addresses, numbers of seven digits or more and those of members and policies three dots. Of anything else a feed cannot know that it is a client's.
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

/** Without accents, capitals and widths: José is also found as jose. */
const plain = (word: string): string => foldText(word);
