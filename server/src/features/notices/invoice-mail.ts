import { moneyDisplay } from '@ledgerline/contract/rules';
import type { Language } from '@ledgerline/contract/web-forms/definition';
import { mailPage, oneLine, part, plainPage } from './mail-page.ts';

/** What a mail with an invoice says. */
export interface InvoiceMail {
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

interface Words {
  subject: string;
  greeting: string;
  intro: string;
  amount: string;
  due: string;
  button: string;
  attached: string;
  fallback: string;
}

const WORDS: Record<Language, (mail: InvoiceMail, amount: string) => Words> = {
  en: ({ customer_name: name, reference, title, due_date }, amount) => ({
    subject: `invoice ${reference}`,
    greeting: name ? `Hello ${name},` : 'Hello,',
    intro: `Here is invoice ${reference}, "${title}".`,
    amount: `Amount due: ${amount}`,
    due: due_date && `Due date: ${due_date}`,
    button: 'Pay the invoice',
    attached: 'The invoice is attached as a PDF.',
    fallback: 'If the button does not work, copy this address into your browser:',
  }),
  es: ({ customer_name: name, reference, title, due_date }, amount) => ({
    subject: `factura ${reference}`,
    greeting: name ? `Hola, ${name}:` : 'Hola:',
    intro: `Le enviamos la factura ${reference}, "${title}".`,
    amount: `Importe a pagar: ${amount}`,
    due: due_date && `Fecha de vencimiento: ${due_date}`,
    button: 'Pagar la factura',
    attached: 'La factura está adjunta en PDF.',
    fallback: 'Si el botón no funciona, copie esta dirección en su navegador:',
  }),
  pt: ({ customer_name: name, reference, title, due_date }, amount) => ({
    subject: `fatura ${reference}`,
    greeting: name ? `Olá, ${name},` : 'Olá,',
    intro: `Enviamos a fatura ${reference}, "${title}".`,
    amount: `Valor a pagar: ${amount}`,
    due: due_date && `Vencimento: ${due_date}`,
    button: 'Pagar a fatura',
    attached: 'A fatura está anexada em PDF.',
    fallback: 'Se o botão não funcionar, copie este endereço no navegador:',
  }),
};

/** Subject, text and HTML of a mail with an invoice, in the client's language. */
export function invoiceMail(mail: InvoiceMail): { subject: string; text: string; html: string } {
  const { language, brokerage, agent_name, url } = mail;
  const words = WORDS[language](mail, moneyDisplay(mail.due_cents));
  const signature = [agent_name, brokerage].filter(Boolean).join('\n');
  return {
    subject: oneLine(`${brokerage}: ${words.subject}`),
    text: plainPage([words.greeting, words.intro, words.amount, words.due, url, words.attached, signature]),
    html: mailPage(language, brokerage, [
      part.text(words.greeting),
      part.text(words.intro),
      part.strong(words.amount),
      part.text(words.due),
      part.button(url, words.button),
      part.text(words.attached),
      part.address(url, words.fallback),
      part.text(signature),
    ]),
  };
}
