import type { Language } from '@ledgerline/contract/languages';
import { invoiceFileName, shadesInUse } from '@ledgerline/contract/rules';
import { readBrand, readLogo } from '#features/settings/brand/service.ts';
import type { Context } from '#platform/context.ts';
import { findLines, type InvoiceRecord } from './change-invoice.ts';
import { accountOf, findInvoice, recurringSentenceOf } from './find-invoices.ts';

export interface PdfFile {
  name: string;
  bytes: Buffer;
}

/** The invoice as a PDF for download. */
export async function getInvoicePdf(ctx: Context, id: number): Promise<PdfFile> {
  return drawInvoice(ctx, await findInvoice(ctx.db, id), 'en');
}

/** The same for a visitor with the payment link: without the client's email and phone. */
export async function getPublicPdf(ctx: Context, id: number, language: Language): Promise<PdfFile> {
  const row = await findInvoice(ctx.db, id);
  return drawInvoice(ctx, { ...row, email: null, phone: null }, language);
}

export async function drawInvoice(ctx: Context, row: InvoiceRecord, language: Language): Promise<PdfFile> {
  const { BRAND, TIME_ZONE } = ctx.deps.config;
  const { color } = await readBrand(ctx);
  // The PDF library is loaded with the first document.
  const { invoicePdf } = await import('./invoice-pdf.ts');
  const bytes = await invoicePdf({
    ...row,
    language,
    brokerage: BRAND,
    logo: await readLogo(ctx),
    color: color && shadesInUse(color).light,
    timeZone: TIME_ZONE,
    account: accountOf(row),
    recurring: await recurringSentenceOf(ctx.db, row.id, language),
    lines: await findLines(ctx.db, row.id),
  });
  return { name: invoiceFileName(row), bytes };
}
