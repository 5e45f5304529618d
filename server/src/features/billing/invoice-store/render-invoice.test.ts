import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { PDF } from '@libpdf/core';
import { expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { getInvoicePdf, getPublicPdf } from './render-invoice.ts';

const t = useTestApp();

async function pdfOf(values: object = {}) {
  const agent = await signInAs(t.current);
  const customer_id = await buildClient(t.current, {
    client_first_name: 'Ångström',
    client_last_name: 'Łukasz',
    primary_email: 'ana@example.test',
  });
  const { body } = await agent.call(endpoints.createInvoice, {
    body: {
      title: 'Policy review',
      description: 'Everything that was agreed on in June.\nThank you.',
      customer_id,
      square_account: 'BFA',
      is_tax_enabled: true,
      due_date: '2026-12-24',
      line_items: [
        { description: 'Plan review', quantity: 1, unit_price_cents: 123_456 },
        { description: 'Hours of advice', quantity: 2.5, unit_price_cents: 10_000 },
      ],
      ...values,
    },
  });
  const pdf = await agent.call(endpoints.getInvoicePdf, { params: { id: body.id } });
  return { agent, invoice: body.data, pdf };
}

async function textOf(bytes: Buffer): Promise<{ pages: number; text: string }> {
  const pdf = await PDF.load(bytes);
  const pages = pdf.getPages();
  return { pages: pages.length, text: pages.map((page) => page.extractText().text).join('\n') };
}

it('draws brokerage, account, reference, dates, customer, lines, sums and status on one page', async () => {
  const { invoice, pdf } = await pdfOf();
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.headers['content-disposition']).toContain(`draft-${invoice.id}.pdf`);
  const { bytes } = await getInvoicePdf(t.current.systemContext(), invoice.id);
  if (process.env.KEEP_PDF) writeFileSync(path.join(process.env.KEEP_PDF, 'one.pdf'), bytes);
  const { pages, text } = await textOf(bytes);
  expect(pages).toBe(1);
  for (const label of [
    'Ledgerline',
    'BFA',
    'financial advisors',
    'Nov 20, 2026',
    'Dec 24, 2026',
    'Ångström Łukasz',
    'ana@example.test',
    'Policy review',
    'Plan review',
    '2.5',
    '$1,234.56',
    '$250.00',
    '$1,484.56',
    'Tax (7%)',
    '$103.92',
    '$1,588.48',
    'Draft',
  ]) {
    expect(text).toContain(label);
  }
});

it('continues on further pages and repeats the column headings', async () => {
  const line_items = Array.from({ length: 90 }, (_, n) => ({
    description:
      n === 40 ? 'W'.repeat(300) : `Line ${n + 1} of many, described at some length so that it wraps`,
    quantity: 1,
    unit_price_cents: 100 + n,
  }));
  const { invoice } = await pdfOf({ line_items });
  const { bytes } = await getInvoicePdf(t.current.systemContext(), invoice.id);
  if (process.env.KEEP_PDF) writeFileSync(path.join(process.env.KEEP_PDF, 'many.pdf'), bytes);
  const { pages, text } = await textOf(bytes);
  expect(pages).toBeGreaterThan(2);
  expect(text.split('Unit price')).toHaveLength(pages + 1);
  for (let n = 1; n <= 90; n++) if (n !== 41) expect(text).toContain(`Line ${n} of many`);
  expect(text).toContain(`Page 1 / ${pages}`);
});

it('shows what was paid, uses the requested language and embeds its own fonts', async () => {
  const { invoice } = await pdfOf();
  await t.current.deps.database.query(
    `update invoices set status = 'partially_paid', paid_amount_cents = 50000 where id = $1`,
    [invoice.id],
  );
  const { bytes } = await getPublicPdf(t.current.systemContext(), invoice.id, 'es');
  const { text } = await textOf(bytes);
  for (const label of ['Factura', 'Pagada parcialmente', 'Pagado', '-$500.00', '$1,088.48']) {
    expect(text).toContain(label);
  }
  expect(bytes.includes('LiberationSans') || bytes.includes('FontFile2')).toBe(true);
  expect(bytes.length).toBeLessThan(40_000);
});

it('shows a credit as a negative line, and the tax on the reduced sum', async () => {
  const line_items = [
    { description: 'Plan review', quantity: 1, unit_price_cents: 100_000 },
    { description: 'Loyalty discount', quantity: 1.5, unit_price_cents: -10_000 },
  ];
  const { invoice } = await pdfOf({ line_items });
  const { text } = await textOf((await getInvoicePdf(t.current.systemContext(), invoice.id)).bytes);
  for (const label of ['Loyalty discount', '-$100.00', '-$150.00', '$850.00', '$59.50', '$909.50']) {
    expect(text).toContain(label);
  }
});

it.each([
  [108_848, 'Partially refunded', '$500.00'],
  [0, 'Refunded', '$1,588.48'],
])(
  'shows the refund of a paid invoice, with nothing due (%d retained)',
  async (netCents, state, refunded) => {
    const { invoice } = await pdfOf();
    await t.current.deps.database.query(
      `update invoices set status = 'paid', paid_amount_cents = $2, refunded_cents = total_cents - $2 where id = $1`,
      [invoice.id, netCents],
    );
    const { text } = await textOf((await getInvoicePdf(t.current.systemContext(), invoice.id)).bytes);
    for (const label of [state, '-$1,588.48', refunded, '$0.00']) expect(text).toContain(label);
  },
);

it('is available to agents only', async () => {
  const { invoice } = await pdfOf();
  const { status } = await t.current.call(endpoints.getInvoicePdf, { params: { id: invoice.id } });
  expect(status).toBe(401);
});

it('does not show the email and phone of the client to a visitor with the payment link', async () => {
  const { invoice } = await pdfOf({ phone: '5615550123' });
  const ctx = t.current.systemContext();
  const own = await textOf((await getInvoicePdf(ctx, invoice.id)).bytes);
  expect(own.text).toContain('ana@example.test');
  const { text } = await textOf((await getPublicPdf(ctx, invoice.id, 'en')).bytes);
  expect(text).toContain('Łukasz');
  expect(text).not.toContain('ana@example.test');
  expect(text).not.toContain('5615550123');
});
