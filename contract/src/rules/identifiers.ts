/** Numbers of a fixed length, or with a check digit, that spreadsheets damage. */
export type Identifier = 'ssn' | 'ein' | 'routing' | 'card';

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** True for nine digits with the check digit of the American Bankers Association; spaces and hyphens do not count. */
export function isRoutingNumber(text: string): boolean {
  const digits = digitsOf(text);
  if (!/^[\d\s-]*$/.test(text) || !/^\d{9}$/.test(digits)) return false;
  const weights = [3, 7, 1];
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (weights[at % 3] ?? 0), 0);
  return sum > 0 && sum % 10 === 0;
}

/** True for the digits of a payment card with its check digit (Luhn). */
export function isCardNumber(text: string): boolean {
  const digits = [...digitsOf(text)].reverse().map(Number);
  if (digits.length < 12 || digits.length > 19) return false;
  const sum = digits.reduce((all, digit, at) => {
    const doubled = at % 2 === 0 ? digit : digit * 2;
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum > 0 && sum % 10 === 0;
}

/** The result of parsing an imported number. */
export type ReadIdentifier =
  | { state: 'complete'; text: string }
  /** The leading zero that a spreadsheet dropped was restored. */
  | { state: 'completed'; text: string }
  /** Not the original number; `problem` is a predicate about it. */
  | { state: 'damaged'; problem: string };

const LENGTH = 9;
/** One digit short, in the usual groups: 12-34-5678 of an SSN, 1-2345678 of an EIN. */
const ONE_SHORT = { ssn: /^\d{2}[\s-]?\d{2}[\s-]?\d{4}$/, ein: /^\d[\s-]?\d{7}$/ } as const;

/**
 * Parses a number from a file. A number that lacks exactly its leading zero is completed; one that lacks more, or has a wrong check digit,
 * is damaged.
 */
export function readIdentifier(kind: Identifier, text: string): ReadIdentifier {
  const digits = digitsOf(text);
  if (kind === 'card') return isCardNumber(text) ? { state: 'complete', text } : damaged(CARD_PROBLEM);
  if (kind === 'routing') {
    if (isRoutingNumber(text)) return { state: 'complete', text };
    const completed = `0${digits}`;
    return isRoutingNumber(completed) ? { state: 'completed', text: completed } : damaged(ROUTING_PROBLEM);
  }
  if (digits.length === LENGTH) return { state: 'complete', text };
  if (ONE_SHORT[kind].test(text)) return { state: 'completed', text: `0${text}` };
  return damaged(`has ${digits.length} digits instead of ${LENGTH}`);
}

const damaged = (problem: string): ReadIdentifier => ({ state: 'damaged', problem });

const CARD_PROBLEM = 'has a wrong check digit; spreadsheets round numbers of more than 15 digits';
const ROUTING_PROBLEM = 'is not a valid routing number of nine digits';
