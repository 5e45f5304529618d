import { filled, type Language } from '../languages.ts';
import { PROBLEM_MESSAGES, type ProblemMessages } from '../text/text.ts';

export type ProblemCode = keyof ProblemMessages;

/** The message in one language with its placeholders filled in. */
export function problemText(
  { code, values = {} }: { code: ProblemCode; values?: Readonly<Record<string, number>> },
  language: Language,
): string {
  const isMoney = code === 'money_range';
  const formatted = Object.entries(values).map(([name, value]) => [
    name,
    isMoney ? `$${value.toLocaleString('en-US')}` : value,
  ]);
  return filled(PROBLEM_MESSAGES[language][code], Object.fromEntries(formatted));
}

/** A question and its validation message as one line; no colon follows a question mark or a period. */
export function problemLine(question: string, message: string): string {
  return `${question}${/[.?]$/.test(question) ? '' : ':'} ${message}`;
}
