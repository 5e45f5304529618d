import { z } from 'zod';
import { PaymentError, type PaymentErrorKind } from '#platform/ports/payments.ts';
import { withoutPeople } from '../../http/json-text.ts';

const faultSchema = z.object({
  category: z.string().catch(''),
  code: z.string().catch(''),
  detail: z.string().nullish().catch(null),
  field: z.string().nullish().catch(null),
});
export type SquareFault = z.output<typeof faultSchema>;

const bodySchema = z.object({ errors: z.array(faultSchema).catch([]) });

/** What Square refuses; its own words, shortened and without people's data, are the message. */
export class SquareError extends PaymentError {
  readonly faults: readonly SquareFault[];
  readonly status: number;
  constructor(account: string, status: number, faults: readonly SquareFault[]) {
    super(kindOf(status, faults), `square ${account} answered ${status}: ${wordsOf(faults)}`);
    this.name = 'SquareError';
    this.faults = faults;
    this.status = status;
  }

  /** The version was not the current one: read again, decide again. */
  get isStale(): boolean {
    return isStale(this.status, this.faults);
  }

  /** Nobody may speak for the account with this token: somebody must act. */
  get isForbidden(): boolean {
    return isForbidden(this.status, this.faults);
  }

  /** The invoice number is another invoice's at this location. */
  get isNumberTaken(): boolean {
    return this.faults.some(
      ({ field, detail }) =>
        /invoice_?number/i.test(field ?? '') || /invoice.?number.*(uniq|exist|use|taken)/i.test(detail ?? ''),
    );
  }

  has(...codes: string[]): boolean {
    return this.faults.some(({ code }) => codes.includes(code));
  }
}

/** The `errors` of an answer; none when it is no answer of Square's. */
export function faultsOf(body: unknown): SquareFault[] {
  return bodySchema.safeParse(body).data?.errors ?? [];
}

function kindOf(status: number, faults: readonly SquareFault[]): PaymentErrorKind {
  const has = (code: string) => faults.some((fault) => fault.code === code);
  if (has('IDEMPOTENCY_KEY_REUSED')) return 'key_reused';
  if (isForbidden(status, faults) || isStale(status, faults)) return 'unavailable';
  if (status === 404 || has('NOT_FOUND') || has('CUSTOMER_NOT_FOUND')) return 'not_found';
  return status >= 500 || status === 429 || status === 408 ? 'unavailable' : 'invalid';
}

function isForbidden(status: number, faults: readonly SquareFault[]): boolean {
  return (
    status === 401 || status === 403 || faults.some((fault) => fault.category === 'AUTHENTICATION_ERROR')
  );
}

function isStale(status: number, faults: readonly SquareFault[]): boolean {
  if (faults.some(({ code }) => code === 'IDEMPOTENCY_KEY_REUSED')) return false;
  return status === 409 || faults.some(({ code }) => code === 'VERSION_MISMATCH' || code === 'CONFLICT');
}

function wordsOf(faults: readonly SquareFault[]): string {
  const words = faults.map(({ category, code, field, detail }) =>
    [category, code, field, withoutPeople(detail ?? '')].filter((part) => part).join(' '),
  );
  return words.join('; ').slice(0, 300) || 'without a reason';
}
