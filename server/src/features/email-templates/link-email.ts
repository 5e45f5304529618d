import { filled, type Language } from '@ledgerline/contract/languages';
import { MAIL_WORDS } from '@ledgerline/contract/text/text';
import { greetingOf, mailPage, oneLine, part, plainPage } from './email-layout.ts';

/** What a mail with a secure link says. */
export interface LinkMail {
  /** To fill in or sign, or a reminder of that; the copy of what was signed. */
  purpose?: 'open' | 'remind' | 'copy';
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

/** Subject, text and HTML of a mail with a secure link, in the client's language. */
export function linkMail(mail: LinkMail): { subject: string; text: string; html: string } {
  const { language, brokerage, agent_name, title, message, url } = mail;
  const words = MAIL_WORDS[language];
  const greeting = greetingOf(words, mail.client_first_name);
  const invitation = filled(words[invitationOf(mail)], { from: agent_name || brokerage, title });
  const validity = filled(words.validity, { expires: mail.expires });
  const signature = [agent_name, brokerage].filter(Boolean).join('\n');
  return {
    subject: oneLine(mail.purpose === 'remind' ? `${words.reminder}: ${title}` : `${brokerage}: ${title}`),
    text: plainPage([greeting, invitation, message, url, validity, words.warning, signature]),
    html: mailPage(language, brokerage, [
      part.text(greeting),
      part.text(invitation),
      part.text(message),
      part.button(url, words.open),
      part.text(validity),
      part.address(url, words.fallback),
      part.small(words.warning),
      part.text(signature),
    ]),
  };
}

function invitationOf({
  purpose,
  has_passcode,
}: LinkMail): 'copy' | 'remind' | 'prepared' | 'preparedWithPasscode' {
  if (purpose === 'copy' || purpose === 'remind') return purpose;
  return has_passcode ? 'preparedWithPasscode' : 'prepared';
}
