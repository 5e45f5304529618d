import { type Identifier, readIdentifier } from '@ledgerline/contract/rules';

/** A number that its field accepts and that starts with these digits, at most eight of them. */
export function identifierFrom(kind: Identifier | undefined, start: string): string {
  if (kind === undefined) return start;
  const body = start.padEnd(kind === 'card' ? 15 : 8, '0');
  const numbers = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`);
  return numbers.find((number) => readIdentifier(kind, number).state === 'complete') ?? body;
}
