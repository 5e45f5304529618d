import { lowerWord } from './blank.ts';

/** Validation error for a name that must be unique; names are compared trimmed and without case. */
export function nameError(
  name: unknown,
  others: readonly string[],
  messages: { empty: string; taken: string },
): string | null {
  const word = lowerWord(name);
  if (word === '') return messages.empty;
  return others.some((other) => lowerWord(other) === word) ? messages.taken : null;
}
