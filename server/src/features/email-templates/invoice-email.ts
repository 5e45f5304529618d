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

/** The content of an invoice email. */
export interface InvoiceEmail {
  /** The invoice itself, with its PDF, or a reminder without. */
  purpose?: 'send' | 'remind';
  language: Language;
  brokerage: string;
  style?: EmailStyle;
  agent_name: string;
  customer_name: string;
  reference: string;
  title: string;
  due_cents: number;
  /** As the client reads it; '' for none. */
  due_date: string;
  /** When the invoice repeats; '' if it does not. */
  recurring: string;
  url: string;
}

/** Subject, text and HTML of an invoice email, in the client's language. */
export function invoiceEmail(email: InvoiceEmail): { subject: string; text: string; html: string } {
  const { language, brokerage, agent_name, url, reference, title, due_date, recurring } = email;
  const messages = EMAIL_MESSAGES[language];
  const greeting = greetingOf(messages, email.customer_name);
  const isReminder = email.purpose === 'remind';
  const intro = filled(isReminder ? messages.remindInvoice : messages.invoice, { reference, title });
  const isNothingDue = email.due_cents === 0;
  const amount = isNothingDue
    ? messages.nothingDue
    : filled(messages.amount, { amount: moneyDisplay(email.due_cents) });
  const due = due_date === '' || isNothingDue ? '' : filled(messages.due, { date: due_date });
  const subject = filled(messages.invoiceSubject, { reference });
  const attached = isReminder ? '' : messages.attached;
  const call = callText(messages, email.style);
  const signature = [agent_name, brokerage].filter(Boolean).join('\n');
  return {
    subject: oneLine(`${isReminder ? messages.reminder : brokerage}: ${subject}`),
    text: plainPage([greeting, intro, amount, due, recurring, url, attached, call, signature]),
    html: emailLayout(
      language,
      brokerage,
      [
        part.text(greeting),
        part.text(intro),
        part.strong(amount),
        part.text(due),
        part.text(recurring),
        part.button(url, isNothingDue ? messages.viewInvoice : messages.pay, email.style?.color),
        part.text(attached),
        part.address(url, messages.fallback),
        part.text(call),
        part.text(signature),
      ],
      email.style?.logo,
    ),
  };
}
