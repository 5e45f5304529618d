import type { BodyOf } from '@ledgerline/contract/endpoint';
import type { exportInvoices as endpoint } from '@ledgerline/contract/invoices/endpoints';
import { invoicePaymentState, outstandingCents, PAYMENT_STATE_LABELS } from '@ledgerline/contract/rules';
import { csvDollars, csvHeader, csvRow } from '@ledgerline/contract/rules/csv';
import {
  findInvoiceIds,
  findInvoices,
  type InvoiceRecord,
} from '#features/billing/invoice-store/find-invoices.ts';
import { auditExport } from '#platform/audit/audit-export.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { asWork } from '#platform/database/work.ts';

const BATCH = 1000;

const HEADERS = [
  ...['Number', 'Title', 'Client', 'Email', 'Phone', 'Account', 'Status', 'Subtotal', 'Tax', 'Total'],
  ...['Paid', 'Refunded', 'Balance due', 'Due date', 'Created', 'Sent', 'Paid on', 'Voided'],
];

type Ctx = Context<AgentActor>;

/** CSV lines of the list, or of selected invoices, in batches. */
export async function* exportInvoices(ctx: Ctx, body: BodyOf<typeof endpoint>): AsyncGenerator<string> {
  const ids = await asWork('export', () => findInvoiceIds(ctx, body));
  const { ids: selected, ...view } = body;
  await auditExport(ctx, 'invoice', {
    ...{ rows: ids.length, ...view },
    ...(selected ? { selected: selected.length } : {}),
  });
  yield csvHeader(HEADERS);
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await asWork('export', () => findInvoices(ctx.db, ids.slice(start, start + BATCH)));
    rows.sort((a, b) => a.id - b.id);
    yield rows.map((row) => lineOf(ctx, row)).join('');
  }
}

function lineOf({ deps }: Ctx, row: InvoiceRecord): string {
  const day = (at: Date | null) => (at === null ? '' : brokerageDay(deps, at));
  const paid = row.paid_amount_cents ?? 0;
  const due = outstandingCents(row);
  return csvRow([
    ...[row.external_ref, row.title, row.full_name, row.email, row.phone, row.square_account],
    PAYMENT_STATE_LABELS[invoicePaymentState(row)],
    ...[row.subtotal_cents, row.tax_cents, row.total_cents, paid, row.refunded_cents, due].map(csvDollars),
    ...[row.due_date, day(row.created_at), day(row.sent_at), day(row.paid_at), day(row.voided_at)],
  ]);
}
