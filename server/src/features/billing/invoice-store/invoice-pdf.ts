import type { Language } from '@ledgerline/contract/languages';
import {
  type Account,
  accountNamed,
  dateShort,
  invoicePaymentState,
  moneyDisplay,
  outstandingCents,
} from '@ledgerline/contract/rules';
import { PDF_MESSAGES, type PdfMessages } from '@ledgerline/contract/text/text';
import { calendarDay } from '#platform/clock.ts';
import {
  ACCENT,
  BOTTOM,
  drawFoot,
  drawLogo,
  ensureSpace,
  GREY,
  inkOf,
  LEADING,
  LEFT,
  newSheet,
  put,
  RIGHT,
  rule,
  type Sheet,
  type Style,
  savedSheet,
  TOP,
  wrapped,
} from '#platform/pdf/sheet.ts';
import type { InvoiceRecord, LineRecord } from './change-invoice.ts';

/** The content of the PDF; money in cents. */
export interface InvoicePdfInput
  extends Pick<
      InvoiceRecord,
      'external_ref' | 'title' | 'description' | 'status' | 'created_at' | 'due_date'
    >,
    Pick<InvoiceRecord, 'full_name' | 'email' | 'phone' | 'subtotal_cents' | 'tax_cents' | 'tax_rate'>,
    Pick<InvoiceRecord, 'is_tax_enabled' | 'total_cents' | 'paid_amount_cents' | 'refunded_cents'> {
  language: Language;
  brokerage: string;
  /** Instead of the brokerage's name at the top; null without one. */
  logo: Buffer | null;
  /** '#0f6b6b'; null for the product's own. */
  color: string | null;
  timeZone: string;
  account: Account;
  /** When it repeats; '' if it does not. */
  recurring: string;
  lines: readonly LineRecord[];
}

const COLUMNS = { description: LEFT, quantity: 360, price: 460, total: RIGHT } as const;
const DESCRIPTION_WIDTH = 240;

/** Draws the invoice on letter pages: header, customer, lines, sums. */
export async function invoicePdf(input: InvoicePdfInput): Promise<Buffer> {
  const messages = PDF_MESSAGES[input.language];
  const number = numberOf(input, messages);
  const sheet = newSheet({ title: `${messages.invoice} ${number}`, author: input.brokerage });
  drawHead(sheet, input, messages);
  drawCustomer(sheet, input, messages);
  drawLines(sheet, input, messages);
  drawSums(sheet, input, messages);
  drawFoot(sheet, { text: `${input.brokerage} · ${number}`, page: messages.page });
  return savedSheet(sheet);
}

const accentOf = ({ color }: InvoicePdfInput) => (color === null ? ACCENT : inkOf(color));

/** An invoice has no number until it is first sent. */
function numberOf(input: InvoicePdfInput, messages: PdfMessages): string {
  return input.external_ref ?? messages.statuses.draft;
}

function drawHead(sheet: Sheet, input: InvoicePdfInput, messages: PdfMessages): void {
  const label = accountNamed(input.account)?.label ?? '';
  const top = sheet.y;
  const below = top - 17;
  sheet.y = below;
  if (input.logo) {
    const logoTop = top + 17;
    const height = drawLogo(sheet.pdf, sheet.page, input.logo, { x: LEFT, top: logoTop });
    sheet.y = Math.min(below, logoTop - height - 16);
  } else {
    put(sheet, input.brokerage, LEFT, top, { size: 17 });
  }
  put(sheet, messages.invoice, RIGHT, top, { size: 17, color: accentOf(input), align: 'right' });
  put(sheet, `${input.account} · ${label}`, LEFT, sheet.y, { color: GREY });
  put(sheet, numberOf(input, messages), RIGHT, below, { align: 'right' });
  sheet.y -= 20;
  rule(sheet, sheet.y);
  sheet.y -= 22;
}

function drawCustomer(sheet: Sheet, input: InvoicePdfInput, messages: PdfMessages): void {
  const createdOn = calendarDay(input.created_at, input.timeZone);
  const facts: [string, string][] = [
    [messages.date, dateShort(createdOn)],
    [messages.due, input.due_date === null ? '—' : dateShort(input.due_date)],
    [messages.status, messages.statuses[invoicePaymentState(input)]],
  ];
  const top = sheet.y;
  put(sheet, messages.billTo, LEFT, top, { color: GREY });
  const name = wrapped(sheet, input.full_name ?? '', 260, 11.5).slice(0, 3);
  let y = top - 16;
  for (const line of name) {
    put(sheet, line, LEFT, y, { size: 11.5 });
    y -= 15;
  }
  for (const line of [input.email, input.phone].filter((text) => text !== null && text !== '')) {
    put(sheet, wrapped(sheet, line ?? '', 260)[0] ?? '', LEFT, y, { color: GREY });
    y -= LEADING;
  }
  let factY = top;
  for (const [label, value] of facts) {
    put(sheet, label, 400, factY, { color: GREY });
    put(sheet, value, RIGHT, factY, { align: 'right' });
    factY -= 16;
  }
  sheet.y = Math.min(y, factY) - 16;
  for (const line of wrapped(sheet, input.title, RIGHT - LEFT, 13)) {
    ensureSpace(sheet, 18);
    put(sheet, line, LEFT, sheet.y, { size: 13 });
    sheet.y -= 17;
  }
  for (const text of [input.description, input.recurring].filter((text) => text !== '')) {
    for (const line of wrapped(sheet, text, RIGHT - LEFT)) {
      ensureSpace(sheet, LEADING);
      put(sheet, line, LEFT, sheet.y, { color: GREY });
      sheet.y -= LEADING;
    }
  }
  sheet.y -= 12;
}

function drawLines(sheet: Sheet, input: InvoicePdfInput, messages: PdfMessages): void {
  const head = (on: Sheet) => {
    put(on, messages.item, COLUMNS.description, on.y, { color: GREY });
    put(on, messages.quantity, COLUMNS.quantity, on.y, { color: GREY, align: 'right' });
    put(on, messages.price, COLUMNS.price, on.y, { color: GREY, align: 'right' });
    put(on, messages.amount, COLUMNS.total, on.y, { color: GREY, align: 'right' });
    rule(on, on.y - 6);
    on.y -= 21;
  };
  ensureSpace(sheet, 60);
  head(sheet);
  sheet.onNewPage = head;
  for (const line of input.lines) {
    const texts = wrapped(sheet, line.description, DESCRIPTION_WIDTH);
    ensureSpace(sheet, Math.min(texts.length * LEADING + 8, TOP - BOTTOM - 40));
    put(sheet, quantityText(line.quantity), COLUMNS.quantity, sheet.y, { align: 'right' });
    put(sheet, moneyDisplay(line.unit_price_cents), COLUMNS.price, sheet.y, { align: 'right' });
    put(sheet, moneyDisplay(line.line_total_cents), COLUMNS.total, sheet.y, { align: 'right' });
    for (const text of texts) {
      ensureSpace(sheet, LEADING);
      put(sheet, text, COLUMNS.description, sheet.y);
      sheet.y -= LEADING;
    }
    rule(sheet, sheet.y + 6);
    sheet.y -= 8;
  }
  sheet.onNewPage = () => undefined;
}

function quantityText(quantity: number): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 }).format(quantity);
}

function drawSums(sheet: Sheet, input: InvoicePdfInput, messages: PdfMessages): void {
  const paid = input.paid_amount_cents ?? 0;
  const received = paid + input.refunded_cents;
  const due = outstandingCents(input);
  const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 }).format(input.tax_rate * 100);
  const rows: [string, number, Style][] = [
    [messages.subtotal, input.subtotal_cents, {}],
    ...(input.is_tax_enabled
      ? [[`${messages.tax} (${percent}%)`, input.tax_cents, {}] satisfies [string, number, Style]]
      : []),
    [messages.total, input.total_cents, { size: 12 }],
    ...(received > 0 ? [[messages.paid, -received, {}] satisfies [string, number, Style]] : []),
    ...(input.refunded_cents > 0
      ? [[messages.refunded, input.refunded_cents, {}] satisfies [string, number, Style]]
      : []),
    [messages.balance, due, { size: 12, color: accentOf(input) }],
  ];
  ensureSpace(sheet, rows.length * 18 + 10);
  sheet.y -= 4;
  for (const [label, cents, style] of rows) {
    put(sheet, label, 380, sheet.y, { color: GREY, ...style });
    put(sheet, moneyDisplay(cents), RIGHT, sheet.y, { align: 'right', ...style });
    sheet.y -= 18;
  }
}
