import { createHash } from 'node:crypto';
import type { InvoiceToPublish } from '#platform/ports/payments.ts';

/** Square allows 192 characters for orders and 128 for the rest. */
const LONGEST = { order: 192, invoice: 128, publish: 128, customer: 128 } as const;
const LONGEST_REFERENCE = 40;

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** The deterministic key of one call; `keySuffix` distinguishes calls of one step with different content. */
export function stepKey(key: string, step: keyof typeof LONGEST, keySuffix = ''): string {
  const full = `${key}-${step}${keySuffix === '' ? '' : `-${keySuffix}`}`;
  return full.length <= LONGEST[step] ? full : `${sha256(full)}-${step}`;
}

/** Identifies the order when Square has forgotten its key. */
export function orderReference(key: string): string {
  return key.length <= LONGEST_REFERENCE ? key : sha256(key).slice(0, LONGEST_REFERENCE);
}

/** A hash of the content a key belongs to, independent of property order. */
export function contentHash(invoice: InvoiceToPublish): string {
  const lines = invoice.lines.map((line) => [
    line.description,
    line.quantity,
    line.unit_price_cents,
    line.line_total_cents,
  ]);
  const { customerId, reference, title, description, tax_rate, tax_cents, total_cents, due_date } = invoice;
  const content = [
    customerId,
    reference,
    title,
    description,
    lines,
    tax_rate,
    tax_cents,
    total_cents,
    due_date,
  ];
  return sha256(JSON.stringify(content));
}
