import { foldText, searchedPhone } from '@ledgerline/contract/rules';
import { SEARCH_KINDS, SEARCH_LEAST, type SearchKind } from '@ledgerline/contract/search/kinds';

/** From where to where an index in the order of people (decision 006) holds what begins with a text. */
export interface Range {
  from: string;
  to: string;
}

/** LIKE patterns of folded texts (decision 088) that must all match; none of them: nothing matches. */
export interface Patterns {
  patterns: string[];
  /** They match beginnings of words only, for want of three letters or digits together, which an index of trigrams needs. */
  isShort: boolean;
}

/** What a text asks for. */
export interface Sought {
  words: Patterns;
  /** The same for texts that hold phone numbers as digits. */
  phones: Patterns;
  /** What last names may begin with; a tab stands between last and first name. */
  lastNames: Range[];
  /** What first name and last name, or an email, may begin with. */
  beginning: Range;
  /** Numbers of invoices that it may name whole. */
  invoiceNumbers: string[];
}

/** Sorts behind every character in the order of people. */
const LAST = '\uffff';
const THREE_TOGETHER = /[\p{L}\p{N}]{3}/u;
/** What nobody sees: it would widen a range to all there is. */
const UNSEEN = /\p{C}/gu;
/** What parts words, beside the blank, where beginnings of words are looked for; listing.ts makes blanks of them. */
export const WORD_ENDS = '-_.@/:,()#';
const BETWEEN_WORDS = /[\s\-_.@/:,()#]+/;

const rangeOf = (text: string): Range => ({ from: text, to: `${text}${LAST}` });
const literal = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/** What is asked for by a text as somebody typed it; null where too little of it can be seen. */
export function soughtIn(typed: string): Sought | null {
  const text = foldText(foldText(typed).replace(UNSEEN, ' '));
  if (text.length < SEARCH_LEAST) return null;
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

/** Things by kind, as recents name them: 'client.7,invoice.12'. */
export function thingsIn(text: string): { kind: SearchKind; id: number }[] {
  return text.split(',').flatMap((thing) => {
    const [name, id] = thing.split('.');
    const kind = SEARCH_KINDS.find((one) => one === name);
    return kind ? [{ kind, id: Number(id) }] : [];
  });
}
