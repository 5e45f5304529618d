import { z } from 'zod';
import { PaymentError, type PaymentErrorKind } from '#platform/ports/payments.ts';
import { withoutPeople } from '../../http/json-text.ts';

const errorSchema = z.object({
  category: z.string().catch(''),
  code: z.string().catch(''),
  detail: z.string().nullish().catch(null),
  field: z.string().nullish().catch(null),
});
export type SquareErrorEntry = z.output<typeof errorSchema>;

const bodySchema = z.object({ errors: z.array(errorSchema).catch([]) });

/** An error response of Square; its own message, shortened and without personal data, is the error's message. */
export class SquareError extends PaymentError {
  readonly errors: readonly SquareErrorEntry[];
  readonly status: number;
  constructor(account: string, status: number, errors: readonly SquareErrorEntry[]) {
    super(kindOf(status, errors), `square ${account} answered ${status}: ${messageOf(errors)}`);
    this.name = 'SquareError';
    this.errors = errors;
    this.status = status;
  }

  /** The version was stale: read again and decide again. */
  get isStale(): boolean {
    return isStale(this.status, this.errors);
  }

  /** The token was rejected for this account: someone must act. */
  get isForbidden(): boolean {
    return isForbidden(this.status, this.errors);
  }

  /** The invoice number belongs to another invoice at this location. */
  get isNumberTaken(): boolean {
    return this.errors.some(
      ({ field, detail }) =>
        /invoice_?number/i.test(field ?? '') || /invoice.?number.*(uniq|exist|use|taken)/i.test(detail ?? ''),
    );
  }

  has(...codes: string[]): boolean {
    return this.errors.some(({ code }) => codes.includes(code));
  }
}

/** The `errors` of a response; empty when it is not a response of Square's. */
export function errorsOf(body: unknown): SquareErrorEntry[] {
  return bodySchema.safeParse(body).data?.errors ?? [];
}

function kindOf(status: number, errors: readonly SquareErrorEntry[]): PaymentErrorKind {
  const has = (code: string) => errors.some((error) => error.code === code);
  if (has('IDEMPOTENCY_KEY_REUSED')) return 'key_reused';
  if (isForbidden(status, errors) || isStale(status, errors)) return 'unavailable';
  if (status === 404 || has('NOT_FOUND') || has('CUSTOMER_NOT_FOUND')) return 'not_found';
  return status >= 500 || status === 429 || status === 408 ? 'unavailable' : 'invalid';
}

function isForbidden(status: number, errors: readonly SquareErrorEntry[]): boolean {
  return (
    status === 401 || status === 403 || errors.some((error) => error.category === 'AUTHENTICATION_ERROR')
  );
}

function isStale(status: number, errors: readonly SquareErrorEntry[]): boolean {
  if (errors.some(({ code }) => code === 'IDEMPOTENCY_KEY_REUSED')) return false;
  return status === 409 || errors.some(({ code }) => code === 'VERSION_MISMATCH' || code === 'CONFLICT');
}

function messageOf(errors: readonly SquareErrorEntry[]): string {
  const parts = errors.map(({ category, code, field, detail }) =>
    [category, code, field, withoutPeople(detail ?? '')].filter((part) => part).join(' '),
  );
  return parts.join('; ').slice(0, 300) || 'without a reason';
}
