import { readdir, readFile } from 'node:fs/promises';
import {
  createInvoice,
  getInvoicePdf,
  sendInvoice,
  voidInvoice,
} from '@ledgerline/contract/invoices/endpoints';
import { getPayPage } from '@ledgerline/contract/pay-page/endpoints';
import {
  pauseRecurringPayment,
  resumeRecurringPayment,
} from '@ledgerline/contract/recurring-payments/endpoints';
import { PDF } from '@libpdf/core';
import { beforeAll, expect, it } from 'vitest';
import { getPublicPdf } from '#features/billing/invoice-store/render-invoice.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
beforeAll(() => t.current.startJobs());

const SENTENCE = {
  en: 'This invoice repeats every 2 months. The next invoice is due on February 24, 2027. There are 3 invoices in total.',
  es: 'Esta factura se repite cada 2 meses. La próxima factura vence el 24 de febrero de 2027. Son 3 facturas en total.',
};

async function emailTo(address: string): Promise<string> {
  const folder = dataPaths(t.current.config.dataDir).outboxDir;
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  return texts.find((text) => text.includes(`To: ${address}`)) ?? '';
}

async function sent(values: object, address: string) {
  const agent = await signInAs(t.current);
  const customer_id = await buildClient(t.current, { primary_email: address, pref_lang: 'Spanish' });
  const { body } = await agent.call(createInvoice, {
    body: {
      title: 'Policy review',
      customer_id,
      square_account: 'BFA',
      due_date: '2026-12-24',
      line_items: [{ description: 'Plan review', quantity: 1, unit_price_cents: 10_000 }],
      ...values,
    },
  });
  const params = { id: body.id };
  const answer = await agent.call(sendInvoice, { params });
  const token = answer.body.data.square_public_url?.split('/pay/')[1] ?? '';
  await expect.poll(() => emailTo(address), { timeout: 60_000 }).not.toBe('');
  const pdfText = async () => {
    const { bytes } = await getPublicPdf(t.current.systemContext(), body.id, 'es');
    return (await PDF.load(bytes)).getPages()[0]?.extractText().text.replaceAll(/\s+/g, ' ');
  };
  const page = async () => (await t.current.call(getPayPage, { params: { token } })).body.data.recurring;
  const email = (await emailTo(address)).split('Content-Type: text/html')[0] ?? '';
  return { agent, params, schedule: answer.body.data.recurring_payment_id ?? 0, page, pdfText, email };
}

const RECURRING = {
  is_recurring: true,
  recurring_frequency: 'MONTHLY',
  recurring_frequency_interval: 2,
  recurring_total_payments: 3,
};

it('states in the client’s language that an invoice repeats and when: in the email, PDF and on the page', async () => {
  const { agent, params, schedule, page, pdfText, email } = await sent(RECURRING, 'eva@example.test');
  expect(email).toContain('repite cada 2 meses');
  expect(await page()).toMatchObject(SENTENCE);
  expect(await pdfText()).toContain(SENTENCE.es);
  await agent.call(pauseRecurringPayment, { params: { id: schedule } });
  expect([await page(), (await pdfText())?.includes('repite')]).toEqual([null, false]);
  await agent.call(resumeRecurringPayment, { params: { id: schedule } });
  expect(await page()).toMatchObject(SENTENCE);
  await agent.call(voidInvoice, { params });
  expect([await page(), (await pdfText())?.includes('repite')]).toEqual([null, false]);
  expect((await agent.call(getInvoicePdf, { params })).status).toBe(200);
});

it.each([
  ['does not repeat', {}, 'once@example.test'],
  ['was the last of its schedule', { ...RECURRING, recurring_total_payments: 1 }, 'last@example.test'],
])('does not mention the schedule on an invoice that %s', async (_, values, address) => {
  const { page, pdfText, email } = await sent(values, address);
  expect(email).not.toContain('repite');
  expect([await page(), (await pdfText())?.includes('repite')]).toEqual([null, false]);
});
