import { isEmail } from '@ledgerline/contract/rules';
import type { Language } from '@ledgerline/contract/web-forms/definition';

/** What a mail with a secure link says. */
export interface LinkMail {
  /** To fill in or sign, or the copy of what was signed. */
  purpose?: 'open' | 'copy';
  language: Language;
  brokerage: string;
  agent_name: string;
  client_first_name: string;
  /** Of the form or session. */
  title: string;
  url: string;
  /** As the client reads it, in the brokerage's time zone. */
  expires: string;
  /** The page asks for a passcode, which never travels in the same mail. */
  has_passcode: boolean;
  /** A personal line of the agent; '' for none. */
  message: string;
}

interface Words {
  subject: string;
  greeting: string;
  invitation: string;
  button: string;
  validity: string;
  fallback: string;
  warning: string;
}

function wordsOf({
  language,
  brokerage,
  agent_name,
  client_first_name: name,
  title,
  ...mail
}: LinkMail): Words {
  const { expires, has_passcode } = mail;
  const from = agent_name || brokerage;
  const isCopy = mail.purpose === 'copy';
  if (language === 'es') {
    return {
      subject: `${brokerage}: ${title}`,
      greeting: name ? `Hola, ${name}:` : 'Hola:',
      invitation: isCopy
        ? `Gracias por firmar. Su copia de "${title}" está lista; la descarga con este enlace.`
        : `${from} le ha preparado "${title}". Puede completarlo en su teléfono o computadora; ${has_passcode ? 'su asesor le dará el código que se le pedirá' : 'no necesita contraseña'}.`,
      button: 'Abrir',
      validity: `El enlace funciona hasta el ${expires}.`,
      fallback: 'Si el botón no funciona, copie esta dirección en su navegador:',
      warning: 'El enlace es personal. No lo reenvíe. Si no esperaba este mensaje, ignórelo.',
    };
  }
  if (language === 'pt') {
    return {
      subject: `${brokerage}: ${title}`,
      greeting: name ? `Olá, ${name},` : 'Olá,',
      invitation: isCopy
        ? `Obrigado por assinar. Sua cópia de "${title}" está pronta; você a baixa com este link.`
        : `${from} preparou "${title}" para você. Você pode preencher no celular ou no computador; ${has_passcode ? 'seu consultor lhe dará o código que será pedido' : 'não é preciso senha'}.`,
      button: 'Abrir',
      validity: `O link funciona até ${expires}.`,
      fallback: 'Se o botão não funcionar, copie este endereço no navegador:',
      warning: 'O link é pessoal. Não o encaminhe. Se você não esperava esta mensagem, ignore-a.',
    };
  }
  return {
    subject: `${brokerage}: ${title}`,
    greeting: name ? `Hello ${name},` : 'Hello,',
    invitation: isCopy
      ? `Thank you for signing. Your copy of "${title}" is ready; this link lets you download it.`
      : `${from} has prepared "${title}" for you. You can complete it on your phone or computer; ${has_passcode ? 'your advisor gives you the passcode that you will be asked for' : 'no password is needed'}.`,
    button: 'Open',
    validity: `The link works until ${expires}.`,
    fallback: 'If the button does not work, copy this address into your browser:',
    warning: 'The link is personal. Please do not forward it. If you did not expect this message, ignore it.',
  };
}

/** Subject, text and HTML of a mail with a secure link, in the client's language. */
export function linkMail(mail: LinkMail): { subject: string; text: string; html: string } {
  const words = wordsOf(mail);
  const paragraphs = [
    words.greeting,
    words.invitation,
    mail.message,
    mail.url,
    words.validity,
    words.warning,
  ];
  const signature = [mail.agent_name, mail.brokerage].filter(Boolean).join('\n');
  return {
    subject: words.subject.replaceAll(/[\r\n]+/g, ' '),
    text: `${[...paragraphs, signature].filter(Boolean).join('\n\n')}\n`,
    html: htmlOf(mail, words, signature),
  };
}

function htmlOf(mail: LinkMail, words: Words, signature: string): string {
  const paragraph = (text: string) => (text ? `<p>${lines(text)}</p>` : '');
  const url = escaped(mail.url);
  return `<!doctype html><html lang="${mail.language}"><body style="font:16px/1.5 -apple-system,Segoe UI,Roboto,Arial,sans-serif;color:#1c2430;margin:0;padding:24px">
<div style="max-width:560px;margin:0 auto">
<p style="font-weight:600">${escaped(mail.brokerage)}</p>
${paragraph(words.greeting)}${paragraph(words.invitation)}${paragraph(mail.message)}
<p style="margin:24px 0"><a href="${url}" style="background:#0f766e;color:#fff;padding:12px 24px;border-radius:8px;text-decoration:none;font-weight:600">${escaped(words.button)}</a></p>
${paragraph(words.validity)}
<p style="font-size:14px;color:#5b6675">${escaped(words.fallback)}<br><a href="${url}" style="color:#0f766e;word-break:break-all">${url}</a></p>
<p style="font-size:14px;color:#5b6675">${escaped(words.warning)}</p>
${paragraph(signature)}
</div></body></html>
`;
}

function lines(text: string): string {
  return text.split('\n').map(escaped).join('<br>');
}

/** Text as it stands in HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Why a mail cannot go to an address; null when it can. One address only: no commas, no line ends. */
export function addressProblem(address: string): string | null {
  if (address === '') return 'The client has no email address. Please enter one.';
  return isEmail(address) && !/[\s,;<>]/.test(address) ? null : 'Please enter a valid email address';
}

export function dayIn(language: Language, timeZone: string, instant: string): string {
  const locale = { en: 'en-US', es: 'es-US', pt: 'pt-BR' }[language];
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  );
}
