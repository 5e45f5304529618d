import type { PayPage } from '@ledgerline/contract/pay-page/endpoints';

/** An open invoice of the built-in provider. */
export const PAGE: PayPage = {
  state: 'open',
  brokerage: 'Ledgerline',
  account: 'BFA',
  account_label: 'financial advisors',
  reference: 'INV-1001',
  title: 'Advisory fee',
  description: '',
  customer_name: 'Maria Alvarez',
  due_date: '2026-12-01',
  recurring: null,
  lines: [
    { description: 'Plan', quantity: 2.5, unit_price_cents: 4000, line_total_cents: 10_000 },
    { description: 'Review', quantity: 1, unit_price_cents: 2000, line_total_cents: 2000 },
  ],
  subtotal_cents: 12_000,
  tax_cents: 840,
  total_cents: 12_840,
  paid_cents: 0,
  refunded_cents: 0,
  due_cents: 12_840,
  language: null,
  other_ways: 'Checks to Ledgerline, P.O. Box 7.',
  pdf_url: null,
  redirect_url: null,
  is_test: true,
};
