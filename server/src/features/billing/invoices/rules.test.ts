import { invoiceTotals } from '@ledgerline/contract/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PricedForm, reopenError, sessionDraft } from './rules.ts';

const form = (values: Partial<PricedForm> = {}): PricedForm => ({
  title: 'Plan',
  type: 'DocuSign',
  status: 'completed',
  base_form_total: 10_000,
  selected_items_total: 0,
  final_form_total: 10_000,
  include_sales_tax: false,
  selected_items: [],
  square_account: 'BFS',
  payment_frequency: '',
  ...values,
});

describe('the invoice of a session', () => {
  it('has base costs and chosen options as lines', () => {
    const draft = sessionDraft([
      form({
        selected_items_total: 2550,
        final_form_total: 12_550,
        selected_items: [
          { label: 'Rush', item: null, price: 20.5 },
          { label: 'Delivery', item: 'Courier', price: 5 },
          { label: 'Free', item: null, price: 0 },
        ],
      }),
      form({ title: 'Free form', base_form_total: 0, final_form_total: 0 }),
    ]);
    expect(draft.line_items).toEqual([
      { description: 'Plan', quantity: 1, unit_price_cents: 10_000 },
      { description: 'Plan: Rush', quantity: 1, unit_price_cents: 2050 },
      { description: 'Plan: Delivery: Courier', quantity: 1, unit_price_cents: 500 },
    ]);
    expect(draft.is_tax_enabled).toBe(false);
  });

  it('leaves out voided forms', () => {
    expect(sessionDraft([form({ is_voided: true }), form({ voided_at: new Date() })]).line_items).toEqual([]);
  });

  it('uses the tax of the invoice when every priced form has tax, otherwise a line', () => {
    const taxed = form({ include_sales_tax: true, final_form_total: 10_700 });
    expect(sessionDraft([taxed, taxed])).toMatchObject({ is_tax_enabled: true });
    const mixed = sessionDraft([taxed, form()]);
    expect(mixed.is_tax_enabled).toBe(false);
    expect(mixed.line_items.at(-1)).toEqual({
      description: 'Sales tax (7%)',
      quantity: 1,
      unit_price_cents: 700,
    });
  });

  it('creates one line for a form whose parts do not add up', () => {
    expect(sessionDraft([form({ final_form_total: 999 })]).line_items).toEqual([
      { description: 'Plan', quantity: 1, unit_price_cents: 999 },
    ]);
  });

  it.each([
    [['BFA'], ['monthly'], { square_account: 'BFA', is_recurring: true, recurring_frequency: 'MONTHLY' }],
    [
      ['BFA', 'BFS', 'BFS'],
      ['annually', 'annually', 'annually'],
      { square_account: null, recurring_frequency: 'YEARLY' },
    ],
    [
      ['BFA', 'BFA'],
      ['monthly', ''],
      { square_account: 'BFA', is_recurring: false, recurring_frequency: null },
    ],
    [['BFS'], [''], { square_account: 'BFS', is_recurring: false }],
    [[null], [''], { square_account: 'BFS' }],
    [[null, 'BFA'], ['', ''], { square_account: 'BFA' }],
    [[], [], { square_account: 'BFS', is_recurring: false }],
  ] as const)('uses account %j and frequency %j of the templates', (accounts, frequencies, expected) => {
    const forms = accounts.map((square_account, n) =>
      form({ square_account, payment_frequency: frequencies[n] ?? '' }),
    );
    expect(sessionDraft(forms)).toMatchObject(expected);
  });

  it('starts no schedule for what is already invoiced, nor for a single line with the balance', () => {
    const yearly = form({ payment_frequency: 'annually' });
    const full = { total_cents: 10_000, line_items: sessionDraft([yearly]).line_items };
    const part = { total_cents: 4000, line_items: [] };
    for (const billed of [[full], [part]])
      expect(sessionDraft([yearly], { billed })).toMatchObject({
        is_recurring: false,
        recurring_frequency: null,
      });
    expect(sessionDraft([yearly, yearly], { billed: [full] })).toMatchObject({
      line_items: [{ description: 'Plan', unit_price_cents: 10_000 }],
      recurring_frequency: 'YEARLY',
    });
  });

  const twice = form({
    title: 'Twins',
    base_form_total: 0,
    selected_items_total: 2000,
    final_form_total: 2000,
    selected_items: [
      { label: 'Rush', item: null, price: 10 },
      { label: 'Rush', item: null, price: 10 },
    ],
  });
  const lineOf = (description: string, unit_price_cents: number) => ({
    description,
    quantity: 1,
    unit_price_cents,
  });
  const rush = lineOf('Twins: Rush', 1000);
  it.each([
    ['one of two equal lines', [rush, lineOf('Plan', 10_000)], [rush, rush]],
    ['one of two equal lines, after a form', [lineOf('Plan', 10_000), rush], [rush, rush]],
    ['both equal lines', [rush, rush], [lineOf('Plan', 10_000)]],
  ])('removes no line of another form when an invoice has %s', (_, line_items, left) => {
    const total_cents = 12_000 - left.reduce((sum, { unit_price_cents }) => sum + unit_price_cents, 0);
    const forms = [twice, form()];
    expect(sessionDraft(forms, { billed: [{ total_cents, line_items }] }).line_items).toEqual(left);
  });

  it('adds up to the total of the session, to the cent', () => {
    const priced = fc
      .record({
        base: fc.integer({ min: 0, max: 99_999_999 }),
        options: fc.array(fc.integer({ min: 0, max: 999_999 }), { maxLength: 4 }),
        tax: fc.boolean(),
      })
      .map(({ base, options, tax }) => {
        const items = options.reduce((sum, cents) => sum + cents, 0);
        const { total_cents } = invoiceTotals({
          lines: [{ quantity: 1, unit_price_cents: base + items }],
          tax_rate: 0.07,
          is_tax_enabled: tax,
        });
        return form({
          base_form_total: base,
          selected_items_total: items,
          selected_items: options.map((cents, n) => ({
            label: `Option ${n}`,
            item: null,
            price: cents / 100,
          })),
          include_sales_tax: tax,
          final_form_total: total_cents,
        });
      });
    fc.assert(
      fc.property(fc.array(priced, { maxLength: 6 }), (forms) => {
        const draft = sessionDraft(forms);
        const { total_cents } = invoiceTotals({
          lines: draft.line_items,
          tax_rate: 0.07,
          is_tax_enabled: draft.is_tax_enabled,
        });
        expect(total_cents).toBe(forms.reduce((sum, one) => sum + one.final_form_total, 0));
      }),
      { numRuns: 500 },
    );
  });
});

describe('why a balance cannot be reopened', () => {
  const refunded = { status: 'paid', total_cents: 1000, paid_amount_cents: 600, refunded_cents: 400 };
  const covered = 'The payments still cover the full total after the refund. There is no balance to reopen.';
  const due = 'The balance of this invoice is already due.';
  it.each([
    ['a paid and partially refunded invoice', refunded, null],
    ['a fully refunded invoice', { ...refunded, paid_amount_cents: 0, refunded_cents: 1000 }, null],
    ['one that keeps a cent less than its total', { ...refunded, paid_amount_cents: 999 }, null],
    ['one that keeps its total', { ...refunded, paid_amount_cents: 1000 }, covered],
    [
      'one without a refund',
      { ...refunded, paid_amount_cents: 1000, refunded_cents: 0 },
      'No payment of this invoice was refunded. There is no balance to reopen.',
    ],
    [
      'a void one',
      { ...refunded, status: 'void' },
      'This invoice is void. Create a new one to request the amount again.',
    ],
    ['a draft', { ...refunded, status: 'draft', paid_amount_cents: null, refunded_cents: 0 }, due],
    ['one that is partially paid', { ...refunded, status: 'partially_paid' }, due],
  ])('of %s', (_, invoice, error) => {
    expect(reopenError(invoice)).toBe(error);
  });
});
