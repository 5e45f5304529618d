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

/** The result of parsing a number; `problem` is a predicate about it. */
export type ReadIdentifier =
  | { state: 'complete'; text: string }
  /** The leading zero that a spreadsheet dropped was restored. */
  | { state: 'completed'; text: string }
  /** More digits are missing, or the check digit of a routing number is wrong: an agent may confirm it. */
  | { state: 'damaged'; problem: string }
  | { state: 'invalid'; problem: string };

const LENGTH = 9;
/** One digit short, in the usual groups: 12-34-5678 of an SSN, 1-2345678 of an EIN. */
const ONE_SHORT = { ssn: /^\d{2}[\s-]?\d{2}[\s-]?\d{4}$/, ein: /^\d[\s-]?\d{7}$/ } as const;

/**
 * Parses a number. One that lacks exactly its leading zero is completed; a routing number only where the result has the
 * correct check digit.
 */
export function readIdentifier(kind: Identifier, text: string): ReadIdentifier {
  if (kind === 'card')
    return isCardNumber(text) ? { state: 'complete', text } : { state: 'invalid', problem: CARD_PROBLEM };
  const digits = digitsOf(text);
  if (kind === 'routing' ? isRoutingNumber(text) : digits.length === LENGTH)
    return { state: 'complete', text };
  if (kind === 'routing' ? isRoutingNumber(`0${digits}`) : ONE_SHORT[kind].test(text))
    return { state: 'completed', text: `0${kind === 'routing' ? digits : text}` };
  if (digits.length === LENGTH) return { state: 'damaged', problem: CHECK_DIGIT_PROBLEM };
  const problem = `has ${digits.length} ${digits.length === 1 ? 'digit' : 'digits'} instead of ${LENGTH}`;
  return { state: digits.length > LENGTH ? 'invalid' : 'damaged', problem };
}

const CARD_PROBLEM =
  'is not a valid card number. Enter all digits as printed on the card; spreadsheets round long numbers';
const CHECK_DIGIT_PROBLEM = 'fails the check-digit test, so at least one digit is wrong';
