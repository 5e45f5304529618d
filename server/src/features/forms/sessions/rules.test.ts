import { isVoided } from '@ledgerline/contract/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionFigures, sessionTotals } from './rules.ts';

const form = (values: object = {}) => ({
  base_form_total: 10_000,
  selected_items_total: 0,
  final_form_total: 10_000,
  include_sales_tax: false,
  ...values,
});
const cents = fc.integer({ min: 0, max: 99_999_999 });

describe('the totals of a session', () => {
  it.each([
    ['no forms', [], [0, 0, 0, false]],
    ['one without tax', [form()], [10_000, 0, 10_000, false]],
    [
      'options and tax of one form only',
      [form({ selected_items_total: 2500, final_form_total: 13_375, include_sales_tax: true }), form()],
      [22_500, 875, 23_375, true],
    ],
    [
      'with a voided one',
      [form(), form({ is_voided: true, include_sales_tax: true })],
      [10_000, 0, 10_000, false],
    ],
  ])('add up: %s', (_, forms, [subtotal_cents, tax_cents, total_cents, include_sales_tax]) => {
    expect(sessionTotals(forms)).toEqual({ subtotal_cents, tax_cents, total_cents, include_sales_tax });
  });

  it('are the sum of what the forms cost, tax included, for any forms', () => {
    const forms = fc.array(
      fc.record({
        base_form_total: cents,
        selected_items_total: cents,
        final_form_total: cents,
        include_sales_tax: fc.boolean(),
        is_voided: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(forms, (input) => {
        const totals = sessionTotals(input);
        const expected = input
          .filter((one) => !isVoided(one))
          .reduce((sum, one) => sum + one.final_form_total, 0);
        expect(totals.total_cents).toBe(expected);
        expect(totals.subtotal_cents + totals.tax_cents).toBe(expected);
        expect(Math.min(totals.subtotal_cents, totals.tax_cents)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the payment card of a session', () => {
  it.each([
    ['hidden', form({ final_form_total: 0, has_client_signature: true }), []],
    ['Forms in Progress', form({ pending_client_signature: true }), []],
    ['Payment Pending', form({ has_client_signature: true }), []],
    ['Payment Received', form({ pending_client_signature: true }), ['2026-11-20']],
  ])('reads %s', (card, one, payments) => {
    expect(sessionFigures([one], payments).payment_card).toBe(card);
  });
});
