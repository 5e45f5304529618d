import { filled, type Language } from '@ledgerline/contract/languages';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { EMAIL_MESSAGES } from '@ledgerline/contract/text/text';
import {
  callText,
  type EmailStyle,
  emailLayout,
  greetingOf,
  oneLine,
  part,
  plainPage,
} from './email-layout.ts';

/** The content of a receipt for one payment. */
interface ReceiptEmail {
  language: Language;
  brokerage: string;
  style?: EmailStyle;
  customer_name: string;
  reference: string;
  title: string;
  amount_cents: number;
  /** The day of the payment, as the client reads it. */
  paid_on: string;
  /** What is left after the payment. */
  due_cents: number;
  /** Where the rest can be paid; '' if it cannot be paid online. */
  url: string;
}

/** Subject, text and HTML of a receipt, in the client's language. */
export function receiptEmail(email: ReceiptEmail): { subject: string; text: string; html: string } {
  const { language, brokerage, reference, title, due_cents } = email;
  const messages = EMAIL_MESSAGES[language];
  const greeting = greetingOf(messages, email.customer_name);
  const amount = moneyDisplay(email.amount_cents);
  const received = filled(messages.receipt, { amount, reference, title });
  const day = filled(messages.paidOn, { date: email.paid_on });
  const isPaid = due_cents === 0;
  const rest = isPaid ? messages.paidInFull : filled(messages.stillDue, { amount: moneyDisplay(due_cents) });
  const call = callText(messages, email.style);
  const url = isPaid ? '' : email.url;
  return {
    subject: oneLine(`${brokerage}: ${filled(messages.receiptSubject, { reference })}`),
    text: plainPage([greeting, received, day, rest, url, call, brokerage]),
    html: emailLayout(
      language,
      brokerage,
      [
        part.text(greeting),
        part.text(received),
        part.text(day),
        part.strong(rest),
        url && part.button(url, messages.payRest, email.style?.color),
        url && part.address(url, messages.fallback),
        part.text(call),
        part.text(brokerage),
      ],
      email.style?.logo,
    ),
  };
}
