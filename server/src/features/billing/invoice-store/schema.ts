import { type SQL, sql } from 'drizzle-orm';
import { boolean, index, integer, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { recurringPayments } from '#features/billing/recurring-payments/schema.ts';
import { sessions } from '#features/forms/sessions/schema.ts';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { day, flag, id, instant, int8, refers } from '#platform/database/columns.ts';

const cents = () => int8().notNull();

/**
 * The next sequential number after INV- (decisions K26), in one row. A sequence would leave a gap with every transaction
 * that rolls back; this row stays locked until the transaction that uses a number ends.
 */
export const invoiceNumbering = pgTable('invoice_numbering', {
  id: integer().primaryKey(),
  next_number: int8().notNull(),
});

/** The name that the list shows: full name, or email (1§2). */
const SORT_CLIENT = sql`coalesce(nullif(btrim(full_name), ''), nullif(btrim(email), ''))`;

/** The rule invoiceProgress in SQL, so that a list can be sorted by it. A test checks that the two agree. */
const PROGRESS = sql`case
  when status = 'paid' then 100
  when status <> 'partially_paid' or total_cents <= 0 then 0
  when paid_amount_cents is null then 50
  else least(100, (200 * greatest(paid_amount_cents, 0) + total_cents) / (2 * total_cents))::integer end`;

/** What the client owes: sent or partially paid. */
export const IS_OWED = `status in ('sent', 'partially_paid')`;

/** What is not paid of an invoice, in cents, whatever its status. */
export const BALANCE = 'greatest(0, total_cents - coalesce(paid_amount_cents, 0))';

/** With IS_OWED the rules invoiceInPendingPayment and invoiceDueInDays in SQL; a test compares them. */
export const NOT_PAYING = `provider_status is distinct from 'processing'`;

/** The due date of what is owed, unless a payment is in progress: overdue once it has passed. */
export const PAYMENT_DUE = `case when ${IS_OWED} and ${NOT_PAYING} then due_date end`;

const named = (column: string): SQL => sql.raw(`"${column}" collate "ledger_order"`);

/** Invoices (1§3). Sums are in cents and always computed by the server (decisions K12). */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    /** Null until the invoice is first sent or receives money. */
    external_ref: text(),
    title: text().notNull(),
    description: text().notNull().default(''),
    tax_rate: numeric({ precision: 7, scale: 6, mode: 'number' }).notNull().default(0.07),
    is_tax_enabled: flag(),
    customer_id: refers(() => clients.id, 'restrict').notNull(),
    full_name: text(),
    email: text(),
    phone: text(),
    due_date: day(),
    status: text().notNull().default('draft'),
    send_immediately: flag(),
    square_account: text().notNull(),
    is_recurring: flag(),
    recurring_frequency: text(),
    recurring_frequency_interval: integer(),
    recurring_end_date: day(),
    recurring_total_payments: integer(),
    recurring_payment_id: refers(() => recurringPayments.id, 'restrict'),
    /**
     * The due date of the schedule that created this invoice: one invoice per schedule and period, on any number of
     * servers.
     */
    recurring_period: day(),
    subtotal_cents: cents(),
    tax_cents: cents(),
    total_cents: cents(),
    /**
     * When the total last changed; null while it has its first value. Balances from before do not pay the new total
     * (decision 091).
     */
    total_changed_at: instant(),
    paid_amount_cents: int8(),
    refunded_cents: cents().default(0),
    square_public_url: text(),
    /** The token of our own address for a payment page hosted by an outside provider; stays for the life of the invoice. */
    pay_token: text(),
    square_invoice_id: text(),
    /** The provider that has the invoice, and the reference that its adapter needs to find it again. */
    provider: text(),
    provider_status: text(),
    /**
     * The version of the newest provider update that `provider_status` comes from; an older one that arrives later changes
     * nothing.
     */
    provider_version: integer(),
    /** When the invoice was last reconciled with the provider. */
    reconciled_at: instant(),
    session_id: refers(() => sessions.id, 'set null'),
    sent_at: instant(),
    paid_at: instant(),
    voided_at: instant(),
    created_by: refers(() => agents.id, 'set null'),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    /**
     * The rule invoiceSearchMatches in SQL, so that an index can be used; a test compares the two. Its parts are folded
     * (decision 088), each on its own line, so that no match spans two of them (1§9). A trigger writes it.
     */
    search_text: text(),
    sort_client: text().generatedAlwaysAs(SORT_CLIENT),
    progress: integer().generatedAlwaysAs(PROGRESS),
  },
  (table) => [
    index('invoices_search').using('gin', sql`"search_text" gin_trgm_ops`),
    index('invoices_by_client').on(named('sort_client'), table.id),
    index('invoices_by_client_down').on(sql`${named('sort_client')} desc nulls last`, sql`"id" desc`),
    index('invoices_by_amount').on(table.total_cents, table.id),
    index('invoices_by_progress').on(table.progress, table.id),
    index('invoices_by_account').on(table.square_account, table.id),
    index('invoices_by_status').on(table.status, table.id),
    index('invoices_by_sent').on(table.sent_at, table.id),
    index('invoices_by_sent_down').on(sql`"sent_at" desc nulls last`, sql`"id" desc`),
    index('invoices_by_created').on(table.created_at, table.id),
    // Filters by status, pending or recurring need indexes of their own: in the others, their rows are far from the
    // start, as drafts have no date sent and paid invoices a progress of 100.
    index('invoices_status_sent').on(table.status, table.sent_at, table.id),
    index('invoices_status_sent_down').on(table.status, sql`"sent_at" desc nulls last`, sql`"id" desc`),
    index('invoices_status_progress').on(table.status, table.progress, table.id),
    index('invoices_pending_progress').on(table.progress, table.id).where(sql.raw(IS_OWED)),
    index('invoices_recurring').on(table.created_at, table.id).where(sql`is_recurring`),
    index('invoices_recurring_sent').on(table.sent_at, table.id).where(sql`is_recurring`),
    index('invoices_recurring_sent_down')
      .on(sql`"sent_at" desc nulls last`, sql`"id" desc`)
      .where(sql`is_recurring`),
    index('invoices_recurring_progress').on(table.progress, table.id).where(sql`is_recurring`),
    uniqueIndex('invoices_pay_token_unique').on(table.pay_token),
    uniqueIndex('invoices_external_ref_unique').on(table.external_ref),
    uniqueIndex('invoices_provider_unique').on(table.square_account, table.square_invoice_id),
    uniqueIndex('invoices_period_unique').on(table.recurring_payment_id, table.recurring_period),
    // Unique for the foreign key of transactions.
    uniqueIndex('invoices_customer').on(table.customer_id, table.id),
    index('invoices_session').on(table.session_id),
    index('invoices_due')
      .on(table.due_date, table.id)
      .where(sql`status in ('draft', 'sent', 'partially_paid')`),
    // Everything that the sums of the payments screen read.
    index('invoices_owed')
      .on(
        table.square_account,
        table.due_date,
        table.total_cents,
        table.paid_amount_cents,
        table.provider_status,
      )
      .where(sql.raw(IS_OWED)),
    index('invoices_open').on(table.id).where(sql`status in ('sent', 'partially_paid', 'pending')`),
  ],
);

export const invoiceLines = pgTable(
  'invoice_lines',
  {
    id: id(),
    invoice_id: refers(() => invoices.id, 'cascade').notNull(),
    position: integer().notNull(),
    description: text().notNull(),
    quantity: numeric({ precision: 12, scale: 3, mode: 'number' }).notNull(),
    unit_price_cents: cents(),
    line_total_cents: cents(),
  },
  (table) => [uniqueIndex('invoice_lines_position_unique').on(table.invoice_id, table.position)],
);

/** The number of invoices of each kind, as appended deltas (decision 005), written by triggers. */
export const invoiceCountDeltas = pgTable('invoice_count_deltas', {
  id: id(),
  status: text().notNull(),
  square_account: text().notNull(),
  is_recurring: boolean().notNull(),
  delta: int8().notNull(),
});
