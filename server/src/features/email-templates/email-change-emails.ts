import { mailPage, oneLine, part, plainPage } from './email-layout.ts';
import { momentWords } from './new-device-email.ts';

interface Email {
  subject: string;
  text: string;
  html: string;
}

interface Account {
  brokerage: string;
  username: string;
}

/** To the address that is to be confirmed: opening the link confirms it. */
export function confirmEmailMail(
  input: Account & {
    email: string;
    isChange: boolean;
    by: string;
    url: string;
    until: Date;
    timeZone: string;
  },
): Email {
  const { brokerage, username, email, isChange, by, url, until, timeZone } = input;
  const what = isChange
    ? `${by} requested to change the email address of the account ${username} to ${email}. Open the link to confirm that this is the address of the account:`
    : `Open the link to confirm that ${email} is the email address of the account ${username}:`;
  const end = `The link works once, until ${momentWords(until, timeZone)}. If you do not expect this, do nothing: without the link nothing changes.`;
  return {
    subject: oneLine(`${brokerage}: confirm your email address`),
    text: plainPage([what, url, end]),
    html: mailPage('en', brokerage, [
      part.text(what),
      part.button(url, 'Confirm email address'),
      part.address(url, 'Or open this address:'),
      part.small(end),
    ]),
  };
}

interface AccountNews extends Account {
  by: string;
  /** Empty where no request is behind it. */
  address: string;
  at: Date;
  timeZone: string;
  url: string;
}

/** To the address in use, before anything changes. */
export function emailChangeRequestedMail(input: AccountNews & { to: string }): Email {
  const { username, by, to } = input;
  return warning(input, {
    subject: 'a change of your email address was requested',
    what: `${by} requested to change the email address of the account ${username} to ${to}, on ${when(input)}. It changes when the link that was sent there is opened.`,
    ifNot:
      'If you do not expect this, tell an owner at once, cancel the change on your account page, end all other sign-ins there, and set a new password.',
  });
}

/** To the former address, once it has been replaced. */
export function emailChangedMail(input: AccountNews & { from: string; to: string; days: number }): Email {
  const { username, from, to, days } = input;
  return warning(input, {
    subject: 'your email address was changed',
    what: `The email address of the account ${username} was changed from ${from} to ${to}, on ${when(input)}. For ${days} days, emails that set a new password are also sent to this address.`,
    ifNot:
      'If you do not expect this, tell an owner at once, and set a new password with “Forgot your password?” on the sign-in page: that ends all sign-ins.',
  });
}

type Unconfirmed = Pick<AccountNews, 'brokerage' | 'at' | 'timeZone'>;

/** To an address in use that no one has confirmed, perhaps a stranger's: without the account and the portal. */
export function unconfirmedChangeRequestedMail({ brokerage, at, timeZone }: Unconfirmed): Email {
  return unconfirmedNotice(
    brokerage,
    `A change of this email address was requested for an account at ${brokerage}, on ${momentWords(at, timeZone)}.`,
  );
}

/** To a former address that no one has confirmed, perhaps a stranger's: without the account and the portal. */
export function unconfirmedReplacedMail({ brokerage, at, timeZone }: Unconfirmed): Email {
  return unconfirmedNotice(
    brokerage,
    `This email address was replaced for an account at ${brokerage}, on ${momentWords(at, timeZone)}. It receives no more emails about that account.`,
  );
}

function unconfirmedNotice(brokerage: string, what: string): Email {
  const ifYours = `No one had confirmed this address. If the account is yours and you do not expect this, tell an owner of ${brokerage} at once. If you have no account there, ignore this email.`;
  return {
    subject: oneLine(`${brokerage}: an unconfirmed email address`),
    text: plainPage([what, ifYours]),
    html: mailPage('en', brokerage, [part.text(what), part.text(ifYours)]),
  };
}

export function usernameChangedMail(input: AccountNews & { from: string }): Email {
  const { username, by, from } = input;
  return warning(input, {
    subject: 'your username was changed',
    what: `${by} changed the username of your account from ${from} to ${username}, on ${when(input)}. Sign in with ${username} from now on.`,
    ifNot: 'If you do not expect this, tell an owner at once.',
  });
}

/** To the agent: the address opens the calendar without a sign-in. */
export function calendarFeedMail(input: Omit<AccountNews, 'by'>): Email {
  const news = { ...input, by: '' };
  return warning(news, {
    subject: 'a calendar address was created',
    what: `A calendar address was created for the account ${input.username}, on ${when(news)}. It shows follow-ups and tasks without a sign-in.`,
    ifNot:
      'If you do not expect this, remove the calendar address on your account page and change your password, which also ends it.',
  });
}

const when = ({ at, timeZone, address }: AccountNews) =>
  `${momentWords(at, timeZone)}${address === '' ? '' : `, from the network address ${address}`}`;

function warning(
  { brokerage, url }: AccountNews,
  { subject, what, ifNot }: { subject: string; what: string; ifNot: string },
): Email {
  return {
    subject: oneLine(`${brokerage}: ${subject}`),
    text: plainPage([what, ifNot, url]),
    html: mailPage('en', brokerage, [part.text(what), part.text(ifNot), part.button(url, 'Open the portal')]),
  };
}
