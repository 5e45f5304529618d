import { foldText, searchedPhone } from '@ledgerline/contract/rules';
import { MIN_SEARCH_LENGTH, SEARCH_KINDS, type SearchKind } from '@ledgerline/contract/search/kinds';

/** The range of an index in human order (decision 006) that contains what starts with a text. */
export interface Range {
  from: string;
  to: string;
}

/** LIKE patterns of folded texts (decision 088) that must all match; with none, nothing matches. */
export interface Patterns {
  patterns: string[];
  /** They match only the start of words, because the trigram index needs three letters or digits in a row. */
  isShort: boolean;
}

/** The parsed form of a search text. */
export interface SearchTerms {
  words: Patterns;
  /** The same for texts that hold phone numbers as digits. */
  phones: Patterns;
  /** Possible prefixes of last names; a tab separates last and first name. */
  lastNames: Range[];
  /** Possible prefixes of a first and last name, or an email. */
  beginning: Range;
  /** Invoice numbers that it may name in full. */
  invoiceNumbers: string[];
}

/** Sorts after every character in human order. */
const LAST = '\uffff';
const THREE_TOGETHER = /[\p{L}\p{N}]{3}/u;
/** Invisible characters: they would widen a range to all rows. */
const INVISIBLE = /\p{C}/gu;
/** Word separators, besides the space, for matching the start of words; queries.ts replaces them with spaces. */
export const WORD_ENDS = '-_.@/:,()#';
const BETWEEN_WORDS = /[\s\-_.@/:,()#]+/;

const rangeOf = (text: string): Range => ({ from: text, to: `${text}${LAST}` });
const literal = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/** Parses a search text as typed; null where too few characters are visible. */
export function parseSearchTerms(typed: string): SearchTerms | null {
  const text = foldText(foldText(typed).replace(INVISIBLE, ' '));
  if (text.length < MIN_SEARCH_LENGTH) return null;
  const words = wordsIn(text);
  const phone = searchedPhone(text);
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  const name = plain.replace(/\s*,\s*/g, ' ').trim();
  return {
    words,
    phones: phone ? { patterns: [`%${phone}%`], isShort: false } : words,
    lastNames: name === '' ? [] : [...new Set([name, name.replace(/ (?=[^ ]*$)/, '\t')])].map(rangeOf),
    beginning: rangeOf(plain),
    invoiceNumbers: [typed.trim().toUpperCase(), ...(/^\d+$/.test(text) ? [`INV-${text}`] : [])],
  };
}

function wordsIn(text: string): Patterns {
  const isShort = !THREE_TOGETHER.test(text);
  const words = text.split(isShort ? BETWEEN_WORDS : /[\s,]+/).filter(Boolean);
  return { isShort, patterns: words.map((word) => `%${isShort ? ' ' : ''}${literal(word)}%`) };
}

/** Items by kind, as recent items name them: 'client.7,invoice.12'. */
export function parseItems(text: string): { kind: SearchKind; id: number }[] {
  return text.split(',').flatMap((item) => {
    const [name, id] = item.split('.');
    const kind = SEARCH_KINDS.find((one) => one === name);
    return kind ? [{ kind, id: Number(id) }] : [];
  });
}
