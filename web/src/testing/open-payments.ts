// Loaded before a test's clock runs: the first load compiles the entire portal.
import '../app/shell/shell.tsx';
import '../app/pages/payments-page.tsx';
import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { screen } from '@testing-library/react';
import { serveInvoices } from '../features/invoices/testing/invoices.ts';
import type { FakeServer } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

/** The payments screen with these invoices; ready once the first one is shown. */
export async function openPayments(
  server: FakeServer,
  invoices: [Invoice, ...Invoice[]],
  { address = '/crm/payments', total }: { address?: string; total?: number } = {},
) {
  serveInvoices(server, invoices, total);
  const app = renderApp(address);
  await screen.findByRole('button', { name: `Edit ${invoices[0].external_ref}`, hidden: true });
  return app;
}
