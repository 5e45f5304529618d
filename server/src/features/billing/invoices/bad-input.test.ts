import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, buildSession, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Caller;
let customer_id: number;

beforeAll(async () => {
  agent = await signInAs(t.current);
  customer_id = await buildClient(t.current, { primary_email: 'ana@example.test' });
});

const LINES = [{ description: 'Plan review', quantity: 1, unit_price_cents: 10_000 }];
const full = (values: object = {}) => ({
  title: 'Review',
  customer_id,
  square_account: 'BFS' as const,
  line_items: LINES,
  ...values,
});

describe('input validation', () => {
  const line = (values: object) => ({ line_items: [{ ...LINES[0], ...values }] });
  it.each([
    ['no title', { title: undefined }, 'Please enter an invoice title'],
    ['a blank title', { title: '  ' }, 'Please enter an invoice title'],
    ['no client', { customer_id: undefined }, 'Please select a client before creating an invoice.'],
    ['no account', { square_account: undefined }, 'Please select a Square payment account (BFS or BFA).'],
    ['an unknown account', { square_account: 'ABC' }, 'square_account must be BFS or BFA'],
    [
      'no lines',
      { line_items: [] },
      'Please add at least one valid line item with description, quantity, and price.',
    ],
    [
      'neither lines nor amount',
      { line_items: undefined },
      'Invoice amount is required and must be greater than zero',
    ],
    [
      'an amount of zero',
      { line_items: undefined, total_cents: 0 },
      'Invoice amount is required and must be greater than zero',
    ],
    [
      'a negative amount',
      { line_items: undefined, total_cents: -5 },
      'Invoice amount is required and must be greater than zero',
    ],
    [
      'a fraction of a cent',
      { line_items: undefined, total_cents: 10.5 },
      'total_cents must be a whole number of cents',
    ],
    ['a huge amount', { line_items: undefined, total_cents: 1e12 }, 'total_cents is too large'],
    [
      'an amount that is not a number',
      { line_items: undefined, total_cents: 'NaN' },
      'total_cents must be a number',
    ],
    ['a blank line', line({ description: ' ' }), 'line_items.0.description must not be blank'],
    ['a quantity of zero', line({ quantity: 0 }), 'line_items.0.quantity must be above 0'],
    ['four decimals', line({ quantity: 1.0005 }), 'line_items.0.quantity must have at most three decimals'],
    ['a price of zero', line({ unit_price_cents: 0 }), /whole number of cents other than zero/],
    [
      'only a credit',
      line({ unit_price_cents: -1 }),
      'Please add at least one valid line item with description, quantity, and price.',
    ],
    [
      'credits that exceed the other lines',
      { line_items: [...LINES, { description: 'Credit', quantity: 1, unit_price_cents: -10_500 }] },
      'The credits and discounts are more than the other lines: the total would be -$5.00, and it must not be below zero. Lower a credit or add a line.',
    ],
    [
      'a recurring invoice whose credits leave nothing to pay',
      {
        line_items: [...LINES, { description: 'Credit', quantity: 2, unit_price_cents: -5000 }],
        is_recurring: true,
      },
      'A recurring invoice must have a total above zero. Lower a credit, or turn off the recurring option.',
    ],
    [
      'a total that rounds to zero without a credit',
      line({ quantity: 0.001, unit_price_cents: 1 }),
      'Invoice amount is required and must be greater than zero',
    ],
    ['a price with a fraction', line({ unit_price_cents: 0.5 }), /whole number of cents other than zero/],
    ['a price that is not a number', line({ unit_price_cents: 'NaN' }), /must be a/],
    ['a huge price', line({ unit_price_cents: 1e15 }), /too large/],
    [
      'quantity times price overflows',
      line({ quantity: 1_000_000, unit_price_cents: 9_999_999_999 }),
      'line_items add up to a total that is too large',
    ],
    ['a tax rate above 1', { tax_rate: 1.5 }, 'tax_rate must be from 0 to 1'],
    ['a tax rate below 0', { tax_rate: -0.1 }, 'tax_rate must be from 0 to 1'],
    ['an invalid email', { email: 'ana' }, 'Please enter a valid email address'],
    ['an invalid phone number', { email: null, phone: 'by pigeon' }, 'Please enter a valid phone number'],
    ['an invalid date', { due_date: '2026-02-30' }, /due_date/],
    ['a year out of range', { due_date: '0000-01-01' }, 'due_date must be 1900 or later'],
    [
      'interval zero',
      { is_recurring: true, recurring_frequency_interval: 0 },
      'recurring_frequency_interval must be at least 1',
    ],
    [
      'zero total payments',
      { is_recurring: true, recurring_total_payments: 0 },
      'recurring_total_payments must be at least 1',
    ],
    [
      'an end before the start',
      { is_recurring: true, due_date: '2026-12-01', recurring_end_date: '2026-11-30' },
      'recurring_end_date must be after the first payment date',
    ],
    [
      'an unknown frequency',
      { is_recurring: true, recurring_frequency: 'HOURLY' },
      /recurring_frequency must be one of/,
    ],
    ['an unknown key', { color: 'red' }, 'color is not a known field'],
  ])('rejects %s and creates nothing', async (_, values, message) => {
    const count = () => t.current.deps.database.arrays('select count(*) from invoices');
    const before = await count();
    const { status, error } = await agent.call(endpoints.createInvoice, { body: full(values) as never });
    expect([status, error.code]).toEqual([400, 'validation_failed']);
    expect(error.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    expect(await count()).toEqual(before);
  });

  it('rejects an unknown client and a session of another client', async () => {
    const unknown = await agent.call(endpoints.createInvoice, { body: full({ customer_id: 999_999 }) });
    expect([unknown.status, unknown.error.message]).toEqual([404, 'Client not found.']);
    const session = await buildSession(t.current);
    const other = await agent.call(endpoints.createInvoice, { body: full({ session_id: session.id }) });
    expect([other.status, other.error.message]).toEqual([400, 'session_id belongs to another client']);
  });

  it('joins titles of several lines into one', async () => {
    const { body } = await agent.call(endpoints.createInvoice, {
      body: full({ title: ' Annual \r\n\tplan\n' }),
    });
    expect(body.data.title).toBe('Annual plan');
    const edited = { params: { id: body.id }, body: { title: 'Annual\u2028review' } };
    expect((await agent.call(endpoints.updateInvoice, edited)).body.data.title).toBe('Annual review');
    const blank = await agent.call(endpoints.createInvoice, { body: full({ title: '\n\n' }) });
    expect(blank.error.message).toBe('Please enter an invoice title');
  });

  it('accepts quantities with three decimals as typed', async () => {
    for (const quantity of [0.001, 0.333, 1.1, 2.675, 999_999.999]) {
      const line_items = [{ description: 'x', quantity, unit_price_cents: 1000 }];
      const { body } = await agent.call(endpoints.createInvoice, { body: full({ line_items }) });
      expect(body.data.line_items[0]?.quantity).toBe(quantity);
    }
  });
});
