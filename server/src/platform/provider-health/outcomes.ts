import { EsignError } from '#providers/esign/port.ts';
import { PaymentError } from '#providers/payments/port.ts';
import { AppError } from '../errors.ts';
import { isFinal } from '../mail/transport.ts';

/** Room for the address at which DocuSign wants consent: cut short it leads nowhere. */
const LONGEST = 600;
const NOT_FOUND = ['ENOENT', 'NoSuchKey', 'NotFound'];

/** Whether a refusal shows that the provider works: it answered, only not as was hoped. */
export function isAnswer(error: unknown): boolean {
  if (error instanceof EsignError || error instanceof PaymentError) return error.kind !== 'unavailable';
  if (error instanceof AppError) return error.status < 500;
  if (!(error instanceof Error)) return false;
  if ('code' in error && NOT_FOUND.includes(String(error.code))) return true;
  return NOT_FOUND.includes(error.name) || isFinal(error);
}

/** What an error says, with what caused it, shortened; without keys, passwords in addresses and people's addresses. */
export function briefReason(error: unknown): string {
  const words: string[] = [];
  for (let at = error; at instanceof Error && words.length < 3; at = at.cause) {
    const { message } = at;
    if (!words.some((said) => said.includes(message))) words.push(message);
  }
  const sentences = words
    .filter(Boolean)
    .map((said, at) => (at < words.length - 1 ? said.replace(/\.$/, '') : said));
  const text = sentences.join(': ') || String(error);
  return text
    .replaceAll(/\/\/[^/\s@]+@/g, '//')
    .replaceAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '(address)')
    .replaceAll(/\b(Bearer|Basic)\s+\S+/gi, '$1 (secret)')
    .replaceAll(/(\w*(?:secret|token|password|signature))=[^\s&]+/gi, '$1=(secret)')
    .replaceAll(/[\w+/-]{40,}={0,2}(\.[\w+/=-]+)*/g, '(secret)')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST);
}
