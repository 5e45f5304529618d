import { filled, type Language } from '@ledgerline/contract/languages';
import { sessionTitlesOf } from '@ledgerline/contract/sessions/client-title';
import { EMAIL_MESSAGES, type EmailMessages } from '@ledgerline/contract/text/text';
import {
  callText,
  type EmailStyle,
  emailLayout,
  greetingOf,
  oneLine,
  part,
  plainPage,
} from './email-layout.ts';

/** What the link leads to. */
export interface LinkContents {
  /** The titles of the forms, as the client reads them. */
  titles: string[];
  /** About how long they take; null if that is unknown. */
  minutes: number | null;
}

/** The content of an email with a secure link. */
export interface LinkEmail {
  /** To fill in or sign, or a reminder to do so; that it is the client's turn to sign; or the copy of a signed document. */
  purpose?: 'open' | 'remind' | 'turn' | 'copy';
  language: Language;
  brokerage: string;
  style?: EmailStyle;
  agent_name: string;
  client_first_name: string;
  /** The title of the form or session; null for a session without a title for the client. */
  title: string | null;
  /** Omitted from emails without an invitation, and for pages with a passcode. */
  contents?: LinkContents | null;
  url: string;
  /** As the client reads it, in the brokerage's time zone. */
  expires: string;
  /** Whether the page requires a passcode, which is never sent in the same email. */
  has_passcode: boolean;
  /** A personal message from the agent; '' for none. */
  message: string;
}

/** Subject, text and HTML of an email with a secure link, in the client's language. */
export function linkEmail(email: LinkEmail): { subject: string; text: string; html: string } {
  const { language, brokerage, agent_name, message, url } = email;
  const title = email.title ?? '';
  const messages = EMAIL_MESSAGES[language];
  const greeting = greetingOf(messages, email.client_first_name);
  const invitation = filled(messages[invitationOf(email)], { from: agent_name || brokerage, title });
  const validity = filled(messages.validity, { expires: email.expires });
  const call = callText(messages, email.style);
  const { titles, inside, time } = contentTexts(email, messages);
  const signature = [agent_name, brokerage].filter(Boolean).join('\n');
  return {
    subject: oneLine(subjectOf(email)),
    text: plainPage([
      ...[
        greeting,
        invitation,
        [inside, ...titles.map((one) => `- ${one}`)].filter(Boolean).join('\n'),
        time,
      ],
      ...[message, url, validity, messages.warning, call, signature],
    ]),
    html: emailLayout(
      language,
      brokerage,
      [
        part.text(greeting),
        part.text(invitation),
        part.text(inside),
        part.list(titles),
        part.text(time),
        part.text(message),
        part.button(url, messages.open, email.style?.color),
        part.text(validity),
        part.address(url, messages.fallback),
        part.small(messages.warning),
        part.text(call),
        part.text(signature),
      ],
      email.style?.logo,
    ),
  };
}

/** What is inside and how long it takes; a title that the invitation names is not repeated. */
function contentTexts({ contents, title }: LinkEmail, messages: EmailMessages) {
  const titles = (contents?.titles ?? []).filter((one) => one !== title).map(oneLine);
  const minutes = contents?.minutes ?? null;
  return {
    titles,
    inside: titles.length > 0 ? messages.contents : '',
    time: minutes === null ? '' : filled(messages.minutes, { minutes: String(minutes) }),
  };
}

function subjectOf({ purpose, language, brokerage, title }: LinkEmail): string {
  const messages = EMAIL_MESSAGES[language];
  if (title === null) {
    const forms = sessionTitlesOf({ client_title: '' }, brokerage)[language];
    return purpose === 'remind' ? `${messages.reminder}: ${forms}` : forms;
  }
  if (purpose === 'remind') return `${messages.reminder}: ${title}`;
  return `${brokerage}: ${purpose === 'turn' ? filled(messages.turnSubject, { title }) : title}`;
}

function invitationOf({ purpose, has_passcode, title }: LinkEmail): keyof EmailMessages {
  const isTitled = title !== null;
  if (purpose === 'remind') return isTitled ? 'remind' : 'remindForms';
  if (purpose === 'copy' || purpose === 'turn') return purpose;
  if (has_passcode) return isTitled ? 'preparedWithPasscode' : 'preparedFormsWithPasscode';
  return isTitled ? 'prepared' : 'preparedForms';
}
