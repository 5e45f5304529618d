import { filled, type Language } from '@ledgerline/contract/languages';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { MAIL_WORDS } from '@ledgerline/contract/text/text';
import { greetingOf, mailPage, oneLine, part, plainPage } from './email-layout.ts';

/** What a mail with an invoice says. */
export interface InvoiceMail {
  /** The invoice itself, with its paper, or a reminder without. */
  purpose?: 'send' | 'remind';
  language: Language;
  brokerage: string;
  agent_name: string;
  customer_name: string;
  reference: string;
  title: string;
  due_cents: number;
  /** As the client reads it; '' for none. */
  due_date: string;
  url: string;
}

/** Subject, text and HTML of a mail with an invoice, in the client's language. */
export function invoiceMail(mail: InvoiceMail): { subject: string; text: string; html: string } {
  const { language, brokerage, agent_name, url, reference, title, due_date } = mail;
  const words = MAIL_WORDS[language];
  const greeting = greetingOf(words, mail.customer_name);
  const isReminder = mail.purpose === 'remind';
  const intro = filled(isReminder ? words.remindInvoice : words.invoice, { reference, title });
  const amount = filled(words.amount, { amount: moneyDisplay(mail.due_cents) });
  const due = due_date && filled(words.due, { date: due_date });
  const subject = filled(words.invoiceSubject, { reference });
  const attached = isReminder ? '' : words.attached;
  const signature = [agent_name, brokerage].filter(Boolean).join('\n');
  return {
    subject: oneLine(`${isReminder ? words.reminder : brokerage}: ${subject}`),
    text: plainPage([greeting, intro, amount, due, url, attached, signature]),
    html: mailPage(language, brokerage, [
      part.text(greeting),
      part.text(intro),
      part.strong(amount),
      part.text(due),
      part.button(url, words.pay),
      part.text(attached),
      part.address(url, words.fallback),
      part.text(signature),
    ]),
  };
}
