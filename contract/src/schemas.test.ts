import { describe, expect, it } from 'vitest';
import { listInvoices } from './invoices/endpoints.ts';
import { idSchema } from './schemas.ts';

describe('an id', () => {
  it.each([7, '7', ' 7 ', '007'])('is accepted as number or text: %j', (value) => {
    expect(idSchema.parse(value)).toBe(7);
  });

  it.each([0, -1, 1.5, '0', '-1', '1.5', '', ' ', '0x7', '1e3', 'seven', true, [7], {}, null, undefined])(
    'rejects everything else: %j',
    (value) => {
      expect(idSchema.safeParse(value).success).toBe(false);
    },
  );

  it('fits the database', () => {
    expect(idSchema.safeParse('9999999999999999').success).toBe(false);
    expect(idSchema.safeParse(2 ** 53).success).toBe(false);
  });
});

it('accepts the status of invoices in upper or lower case', () => {
  for (const status of ['Paid', 'PAID', ' paid '])
    expect(listInvoices.query.parse({ status }).status).toBe('paid');
  expect(listInvoices.query.safeParse({ status: 'owed' }).success).toBe(false);
});
