import type { Page } from '@playwright/test';
import { request, send } from './demo-data.ts';
import type { Screen } from './screen.ts';

/** The fields of a demo invoice that the screenshots use. */
interface Invoice {
  id: number;
  title: string;
  status: string;
  customer_id: number;
  session_id: number | null;
  recurring_payment_id: number | null;
  refunded_cents: number;
  square_public_url: string | null;
}

/** The newest matching invoice. */
async function findInvoice(
  page: Page,
  token: string,
  isWanted: (invoice: Invoice) => boolean,
): Promise<Invoice> {
  const { data } = await request(page, token, '/invoices');
  const found = data.find(isWanted);
  if (!found) throw new Error('the demo has no such invoice');
  return found;
}

async function openPayments(page: Page): Promise<void> {
  await page.goto('/crm/payments');
  await page.getByText('INV-').first().waitFor();
}

const inDetails =
  (isWanted: (invoice: Invoice) => boolean, action: (page: Page) => Promise<void> = async () => undefined) =>
  async (page: Page, token: string) => {
    const { id } = await findInvoice(page, token, isWanted);
    await page.goto(`/crm/payments?invoice=${id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Refresh' }).waitFor();
    await page.waitForTimeout(400);
    await action(page);
  };

/** Creates a separate draft, because every screenshot generates a new link. */
async function createLink(page: Page, token: string): Promise<void> {
  const { customer_id } = await findInvoice(page, token, ({ status }) => status === 'sent');
  const line = { description: 'Annual review of accounts and goals', quantity: 1, unit_price_cents: 65_000 };
  const title = 'Annual review';
  const { id } = await send(page, token, '/invoices', {
    title,
    customer_id,
    square_account: 'BFA',
    line_items: [line],
  });
  await inDetails((invoice) => invoice.id === id)(page, token);
  await page.getByRole('button', { name: 'Generate Payment Link' }).click();
  await page.getByRole('dialog', { name: 'Payment Link Ready' }).waitFor();
  await page.waitForTimeout(400);
}

const onPayPage = (isWanted: (invoice: Invoice) => boolean) => async (page: Page, token: string) => {
  const { square_public_url } = await findInvoice(page, token, (invoice) => {
    return invoice.square_public_url !== null && isWanted(invoice);
  });
  await page.goto(new URL(square_public_url ?? '', 'http://localhost').pathname);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
};

async function openSession(page: Page, token: string, status: string): Promise<void> {
  const invoice = await findInvoice(page, token, (one) => one.session_id !== null && one.status === status);
  await page.goto(`/crm/clients/${invoice.customer_id}/sessions/${invoice.session_id}`);
  await page.getByText('Payment Pending').or(page.getByText('Payment Received')).first().waitFor();
  await page.getByRole('button', { name: 'Show QR Code' }).waitFor();
}

export const PAYMENT_SCREENS: Screen[] = [
  { name: 'payments', open: openPayments },
  {
    name: 'payments-pending',
    open: async (page) => {
      await page.goto('/crm/payments?pending=true&sort=client&direction=asc');
      await page.getByText('INV-').first().waitFor();
    },
  },
  {
    name: 'invoice-new',
    open: async (page) => {
      await openPayments(page);
      await page.getByRole('button', { name: 'New Invoice' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create Invoice' }).waitFor();
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'invoice-edit',
    open: async (page, token) => {
      const isWanted = ({ status, recurring_payment_id }: Invoice) =>
        status === 'sent' && recurring_payment_id === null;
      await inDetails(isWanted, async () => {
        await page.getByRole('dialog').getByRole('button', { name: 'Edit Invoice' }).click();
        await page.getByRole('button', { name: /^Save INV-/ }).waitFor();
        await page.waitForTimeout(400);
      })(page, token);
    },
  },
  {
    name: 'invoice',
    open: inDetails(({ refunded_cents, status }) => refunded_cents > 0 && status !== 'sent'),
  },
  { name: 'invoice-link', open: createLink },
  {
    name: 'invoice-void',
    open: inDetails(
      ({ status }) => status === 'sent',
      async (page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Void', exact: true }).click();
        await page.getByRole('button', { name: 'Yes, Void Invoice' }).waitFor();
        await page.waitForTimeout(400);
      },
    ),
  },
  ...(['money', 'forms', 'clients', 'team'] as const).map((tab) => ({
    name: `reports-${tab}`,
    open: async (page: Page) => {
      await page.goto(`/crm/reports?tab=${tab}`);
      await page.getByRole('table').first().waitFor();
    },
  })),
  {
    name: 'recurring-payments',
    open: async (page) => {
      await page.goto('/crm/recurring-payments');
      await page.getByText('Planning retainer').first().waitFor();
    },
  },
  {
    name: 'client-payments',
    open: async (page, token) => {
      const invoice = await findInvoice(page, token, (one) => one.recurring_payment_id !== null);
      await page.goto(`/crm/clients/${invoice.customer_id}`);
      const card = page.getByRole('button', { name: 'Create Invoice' });
      await page.getByText('INV-').first().waitFor();
      await card.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'session-invoiced',
    isFullPage: true,
    open: (page, token) => openSession(page, token, 'sent'),
  },
  { name: 'session-paid', isFullPage: true, open: (page, token) => openSession(page, token, 'paid') },
  {
    name: 'pay',
    isSignedOut: true,
    isFullPage: true,
    open: onPayPage(({ status, session_id }) => status === 'sent' && session_id !== null),
  },
  {
    name: 'pay-rest',
    isSignedOut: true,
    isFullPage: true,
    open: onPayPage(({ status }) => status === 'partially_paid'),
  },
  {
    name: 'pay-waiting',
    isSignedOut: true,
    isFullPage: true,
    open: onPayPage(({ status }) => status === 'pending'),
  },
  {
    name: 'pay-paid',
    isSignedOut: true,
    isFullPage: true,
    open: onPayPage(({ status }) => status === 'paid'),
  },
];
