import { filled, type Language } from '../languages.ts';
import { PROBLEM_WORDS, type ProblemWords } from '../text/text.ts';

export type ProblemCode = keyof ProblemWords;

/** The message in one language with its numbers filled in. */
export function problemText(
  { code, values = {} }: { code: ProblemCode; values?: Readonly<Record<string, number>> },
  language: Language,
): string {
  const isMoney = code === 'money_range';
  const said = Object.entries(values).map(([name, value]) => [
    name,
    isMoney ? `$${value.toLocaleString('en-US')}` : value,
  ]);
  return filled(PROBLEM_WORDS[language][code], Object.fromEntries(said));
}

/** A question and what is wrong with its answer, as one line; a question mark needs no colon behind it. */
export function problemLine(question: string, message: string): string {
  return `${question}${/[.?]$/.test(question) ? '' : ':'} ${message}`;
}
