import type { Language } from '@ledgerline/contract/languages';
import {
  type Account,
  accountNamed,
  dateShort,
  invoicePaymentState,
  moneyDisplay,
} from '@ledgerline/contract/rules';
import { PAPER_WORDS, type PaperWords } from '@ledgerline/contract/text/text';
import { calendarDay } from '#platform/clock.ts';
import {
  ACCENT,
  BOTTOM,
  drawFoot,
  GREY,
  LEADING,
  LEFT,
  newSheet,
  put,
  RIGHT,
  room,
  rule,
  type Sheet,
  type Style,
  savedSheet,
  TOP,
  wrapped,
} from '#platform/pdf/sheet.ts';
import type { InvoiceRecord, LineRecord } from './change-invoice.ts';

/** What is drawn; money in cents. */
export interface InvoicePaper
  extends Pick<
      InvoiceRecord,
      'external_ref' | 'title' | 'description' | 'status' | 'created_at' | 'due_date'
    >,
    Pick<InvoiceRecord, 'full_name' | 'email' | 'phone' | 'subtotal_cents' | 'tax_cents' | 'tax_rate'>,
    Pick<InvoiceRecord, 'is_tax_enabled' | 'total_cents' | 'paid_amount_cents' | 'refunded_cents'> {
  language: Language;
  brokerage: string;
  timeZone: string;
  account: Account;
  lines: readonly LineRecord[];
}

const COLUMNS = { description: LEFT, quantity: 360, price: 460, total: RIGHT } as const;
const DESCRIPTION_WIDTH = 240;

/** The invoice on letter pages: head, customer, lines, sums. */
export async function invoicePdf(paper: InvoicePaper): Promise<Buffer> {
  const words = PAPER_WORDS[paper.language];
  const number = numberOf(paper, words);
  const sheet = newSheet({ title: `${words.invoice} ${number}`, author: paper.brokerage });
  drawHead(sheet, paper, words);
  drawCustomer(sheet, paper, words);
  drawLines(sheet, paper, words);
  drawSums(sheet, paper, words);
  drawFoot(sheet, { text: `${paper.brokerage} · ${number}`, page: words.page });
  return savedSheet(sheet);
}

/** Until it is first sent an invoice has no number. */
function numberOf(paper: InvoicePaper, words: PaperWords): string {
  return paper.external_ref ?? words.statuses.draft;
}

function drawHead(sheet: Sheet, paper: InvoicePaper, words: PaperWords): void {
  const label = accountNamed(paper.account)?.label ?? '';
  put(sheet, paper.brokerage, LEFT, sheet.y, { size: 17 });
  put(sheet, words.invoice, RIGHT, sheet.y, { size: 17, color: ACCENT, align: 'right' });
  sheet.y -= 17;
  put(sheet, `${paper.account} · ${label}`, LEFT, sheet.y, { color: GREY });
  put(sheet, numberOf(paper, words), RIGHT, sheet.y, { align: 'right' });
  sheet.y -= 20;
  rule(sheet, sheet.y);
  sheet.y -= 22;
}

function drawCustomer(sheet: Sheet, paper: InvoicePaper, words: PaperWords): void {
  const made = calendarDay(paper.created_at, paper.timeZone);
  const facts: [string, string][] = [
    [words.date, dateShort(made)],
    [words.due, paper.due_date === null ? '—' : dateShort(paper.due_date)],
    [words.status, words.statuses[invoicePaymentState(paper)]],
  ];
  const top = sheet.y;
  put(sheet, words.billTo, LEFT, top, { color: GREY });
  const name = wrapped(sheet, paper.full_name ?? '', 260, 11.5).slice(0, 3);
  let y = top - 16;
  for (const line of name) {
    put(sheet, line, LEFT, y, { size: 11.5 });
    y -= 15;
  }
  for (const line of [paper.email, paper.phone].filter((text) => text !== null && text !== '')) {
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
  for (const line of wrapped(sheet, paper.title, RIGHT - LEFT, 13)) {
    room(sheet, 18);
    put(sheet, line, LEFT, sheet.y, { size: 13 });
    sheet.y -= 17;
  }
  for (const line of paper.description === '' ? [] : wrapped(sheet, paper.description, RIGHT - LEFT)) {
    room(sheet, LEADING);
    put(sheet, line, LEFT, sheet.y, { color: GREY });
    sheet.y -= LEADING;
  }
  sheet.y -= 12;
}

function drawLines(sheet: Sheet, paper: InvoicePaper, words: PaperWords): void {
  const head = (on: Sheet) => {
    put(on, words.item, COLUMNS.description, on.y, { color: GREY });
    put(on, words.quantity, COLUMNS.quantity, on.y, { color: GREY, align: 'right' });
    put(on, words.price, COLUMNS.price, on.y, { color: GREY, align: 'right' });
    put(on, words.amount, COLUMNS.total, on.y, { color: GREY, align: 'right' });
    rule(on, on.y - 6);
    on.y -= 21;
  };
  room(sheet, 60);
  head(sheet);
  sheet.onNewPage = head;
  for (const line of paper.lines) {
    const texts = wrapped(sheet, line.description, DESCRIPTION_WIDTH);
    room(sheet, Math.min(texts.length * LEADING + 8, TOP - BOTTOM - 40));
    put(sheet, quantityText(line.quantity), COLUMNS.quantity, sheet.y, { align: 'right' });
    put(sheet, moneyDisplay(line.unit_price_cents), COLUMNS.price, sheet.y, { align: 'right' });
    put(sheet, moneyDisplay(line.line_total_cents), COLUMNS.total, sheet.y, { align: 'right' });
    for (const text of texts) {
      room(sheet, LEADING);
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

function drawSums(sheet: Sheet, paper: InvoicePaper, words: PaperWords): void {
  const paid = paper.paid_amount_cents ?? 0;
  const received = paid + paper.refunded_cents;
  const isClosed = paper.status === 'void' || paper.status === 'paid';
  const due = isClosed ? 0 : Math.max(0, paper.total_cents - paid);
  const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 }).format(paper.tax_rate * 100);
  const rows: [string, number, Style][] = [
    [words.subtotal, paper.subtotal_cents, {}],
    ...(paper.is_tax_enabled
      ? [[`${words.tax} (${percent}%)`, paper.tax_cents, {}] satisfies [string, number, Style]]
      : []),
    [words.total, paper.total_cents, { size: 12 }],
    ...(received > 0 ? [[words.paid, -received, {}] satisfies [string, number, Style]] : []),
    ...(paper.refunded_cents > 0
      ? [[words.refunded, paper.refunded_cents, {}] satisfies [string, number, Style]]
      : []),
    [words.balance, due, { size: 12, color: ACCENT }],
  ];
  room(sheet, rows.length * 18 + 10);
  sheet.y -= 4;
  for (const [label, cents, style] of rows) {
    put(sheet, label, 380, sheet.y, { color: GREY, ...style });
    put(sheet, moneyDisplay(cents), RIGHT, sheet.y, { align: 'right', ...style });
    sheet.y -= 18;
  }
}
