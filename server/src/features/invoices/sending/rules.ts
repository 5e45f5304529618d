import { moneyDisplay, phoneDisplay } from '@ledgerline/contract/rules';
import type { Language } from '@ledgerline/contract/web-forms/definition';

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

function wordsOf({
  language,
  brokerage,
  customer_name: name,
  reference,
  title,
  ...mail
}: InvoiceMail): Words {
  const amount = moneyDisplay(mail.due_cents);
  if (language === 'es') {
    return {
      subject: `${brokerage}: factura ${reference}`,
      greeting: name ? `Hola, ${name}:` : 'Hola:',
      intro: `Le enviamos la factura ${reference}, "${title}".`,
      amount: `Importe a pagar: ${amount}`,
      due: mail.due_date && `Fecha de vencimiento: ${mail.due_date}`,
      button: 'Pagar la factura',
      attached: 'La factura está adjunta en PDF.',
      fallback: 'Si el botón no funciona, copie esta dirección en su navegador:',
    };
  }
  if (language === 'pt') {
    return {
      subject: `${brokerage}: fatura ${reference}`,
      greeting: name ? `Olá, ${name},` : 'Olá,',
      intro: `Enviamos a fatura ${reference}, "${title}".`,
      amount: `Valor a pagar: ${amount}`,
      due: mail.due_date && `Vencimento: ${mail.due_date}`,
      button: 'Pagar a fatura',
      attached: 'A fatura está anexada em PDF.',
      fallback: 'Se o botão não funcionar, copie este endereço no navegador:',
    };
  }
  return {
    subject: `${brokerage}: invoice ${reference}`,
    greeting: name ? `Hello ${name},` : 'Hello,',
    intro: `Here is invoice ${reference}, "${title}".`,
    amount: `Amount due: ${amount}`,
    due: mail.due_date && `Due date: ${mail.due_date}`,
    button: 'Pay the invoice',
    attached: 'The invoice is attached as a PDF.',
    fallback: 'If the button does not work, copy this address into your browser:',
  };
}

/** Subject, text and HTML of a mail with an invoice, in the client's language. */
export function invoiceMail(mail: InvoiceMail): { subject: string; text: string; html: string } {
  const words = wordsOf(mail);
  const signature = [mail.agent_name, mail.brokerage].filter(Boolean).join('\n');
  const paragraphs = [
    words.greeting,
    words.intro,
    words.amount,
    words.due,
    mail.url,
    words.attached,
    signature,
  ];
  return {
    subject: words.subject.replaceAll(/[\r\n]+/g, ' '),
    text: `${paragraphs.filter(Boolean).join('\n\n')}\n`,
    html: htmlOf(mail, words, signature),
  };
}

function htmlOf(mail: InvoiceMail, words: Words, signature: string): string {
  const paragraph = (text: string) => (text ? `<p>${text.split('\n').map(escaped).join('<br>')}</p>` : '');
  const url = escaped(mail.url);
  return `<!doctype html><html lang="${mail.language}"><body style="font:16px/1.5 -apple-system,Segoe UI,Roboto,Arial,sans-serif;color:#1c2430;margin:0;padding:24px">
<div style="max-width:560px;margin:0 auto">
<p style="font-weight:600">${escaped(mail.brokerage)}</p>
${paragraph(words.greeting)}${paragraph(words.intro)}
<p style="font-size:18px;font-weight:600">${escaped(words.amount)}</p>${paragraph(words.due)}
<p style="margin:24px 0"><a href="${url}" style="background:#0f766e;color:#fff;padding:12px 24px;border-radius:8px;text-decoration:none;font-weight:600">${escaped(words.button)}</a></p>
${paragraph(words.attached)}
<p style="font-size:14px;color:#5b6675">${escaped(words.fallback)}<br><a href="${url}" style="color:#0f766e;word-break:break-all">${url}</a></p>
${paragraph(signature)}
</div></body></html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** What the agent reads after sending; no provider of text messages exists, so that is said (decision 024). */
export function sentMessage(invoice: { email: string | null; phone: string | null }): string {
  return invoice.email
    ? `The invoice is on its way to ${invoice.email}.`
    : `This invoice has no email address, so no email was sent. Please pass the payment link on to ${phoneDisplay(invoice.phone)} by phone or text message.`;
}
