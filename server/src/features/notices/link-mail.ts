import type { Language } from '@ledgerline/contract/web-forms/definition';
import { mailPage, oneLine, part, plainPage } from './mail-page.ts';

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
  greeting: string;
  invitation: string;
  button: string;
  validity: string;
  fallback: string;
  warning: string;
}

const WORDS: Record<Language, (mail: LinkMail, from: string) => Words> = {
  en: ({ client_first_name: name, title, expires, has_passcode, purpose }, from) => ({
    greeting: name ? `Hello ${name},` : 'Hello,',
    invitation:
      purpose === 'copy'
        ? `Thank you for signing. Your copy of "${title}" is ready; this link lets you download it.`
        : `${from} has prepared "${title}" for you. You can complete it on your phone or computer; ${has_passcode ? 'your advisor gives you the passcode that you will be asked for' : 'no password is needed'}.`,
    button: 'Open',
    validity: `The link works until ${expires}.`,
    fallback: 'If the button does not work, copy this address into your browser:',
    warning: 'The link is personal. Please do not forward it. If you did not expect this message, ignore it.',
  }),
  es: ({ client_first_name: name, title, expires, has_passcode, purpose }, from) => ({
    greeting: name ? `Hola, ${name}:` : 'Hola:',
    invitation:
      purpose === 'copy'
        ? `Gracias por firmar. Su copia de "${title}" está lista; la descarga con este enlace.`
        : `${from} le ha preparado "${title}". Puede completarlo en su teléfono o computadora; ${has_passcode ? 'su asesor le dará el código que se le pedirá' : 'no necesita contraseña'}.`,
    button: 'Abrir',
    validity: `El enlace funciona hasta el ${expires}.`,
    fallback: 'Si el botón no funciona, copie esta dirección en su navegador:',
    warning: 'El enlace es personal. No lo reenvíe. Si no esperaba este mensaje, ignórelo.',
  }),
  pt: ({ client_first_name: name, title, expires, has_passcode, purpose }, from) => ({
    greeting: name ? `Olá, ${name},` : 'Olá,',
    invitation:
      purpose === 'copy'
        ? `Obrigado por assinar. Sua cópia de "${title}" está pronta; você a baixa com este link.`
        : `${from} preparou "${title}" para você. Você pode preencher no celular ou no computador; ${has_passcode ? 'seu consultor lhe dará o código que será pedido' : 'não é preciso senha'}.`,
    button: 'Abrir',
    validity: `O link funciona até ${expires}.`,
    fallback: 'Se o botão não funcionar, copie este endereço no navegador:',
    warning: 'O link é pessoal. Não o encaminhe. Se você não esperava esta mensagem, ignore-a.',
  }),
};

/** Subject, text and HTML of a mail with a secure link, in the client's language. */
export function linkMail(mail: LinkMail): { subject: string; text: string; html: string } {
  const { language, brokerage, agent_name, title, message, url } = mail;
  const words = WORDS[language](mail, agent_name || brokerage);
  const signature = [agent_name, brokerage].filter(Boolean).join('\n');
  return {
    subject: oneLine(`${brokerage}: ${title}`),
    text: plainPage([
      words.greeting,
      words.invitation,
      message,
      url,
      words.validity,
      words.warning,
      signature,
    ]),
    html: mailPage(language, brokerage, [
      part.text(words.greeting),
      part.text(words.invitation),
      part.text(message),
      part.button(url, words.button),
      part.text(words.validity),
      part.address(url, words.fallback),
      part.small(words.warning),
      part.text(signature),
    ]),
  };
}

const LOCALES: Record<Language, string> = { en: 'en-US', es: 'es-US', pt: 'pt-BR' };

/** An instant as the client reads it, in the brokerage's time zone. */
export function dayIn(language: Language, timeZone: string, instant: string): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(instant));
}
