import { lowerWord } from './blank.ts';

/** What is wrong with a name that may stand once; names are compared trimmed and without case. */
export function nameError(
  name: unknown,
  others: readonly string[],
  messages: { empty: string; taken: string },
): string | null {
  const word = lowerWord(name);
  if (word === '') return messages.empty;
  return others.some((other) => lowerWord(other) === word) ? messages.taken : null;
}
