import { emailLayout, oneLine, part, plainPage } from './email-layout.ts';
import { momentText } from './new-device-email.ts';

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
export function confirmationEmail(
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
  const end = `The link works once, until ${momentText(until, timeZone)}. If you do not expect this, do nothing: without the link nothing changes.`;
  return {
    subject: oneLine(`${brokerage}: confirm your email address`),
    text: plainPage([what, url, end]),
    html: emailLayout('en', brokerage, [
      part.text(what),
      part.button(url, 'Confirm email address'),
      part.address(url, 'Or open this address:'),
      part.small(end),
    ]),
  };
}

interface AccountChange extends Account {
  by: string;
  /** Empty where no request is behind it. */
  address: string;
  at: Date;
  timeZone: string;
  url: string;
}

/** To the address in use, before anything changes. */
export function emailChangeRequestedEmail(input: AccountChange & { to: string }): Email {
  const { username, by, to } = input;
  return warning(input, {
    subject: 'a change of your email address was requested',
    what: `${by} requested to change the email address of the account ${username} to ${to}, on ${when(input)}. It changes when the link that was sent there is opened.`,
    ifNot:
      'If you do not expect this, tell an owner at once, cancel the change on your account page, end all other sign-ins there, and set a new password.',
  });
}

/** To the former address, once it has been replaced. */
export function emailChangedEmail(input: AccountChange & { from: string; to: string; days: number }): Email {
  const { username, from, to, days } = input;
  return warning(input, {
    subject: 'your email address was changed',
    what: `The email address of the account ${username} was changed from ${from} to ${to}, on ${when(input)}. For ${days} days, emails that set a new password are also sent to this address.`,
    ifNot:
      'If you do not expect this, tell an owner at once, and set a new password with “Forgot your password?” on the sign-in page: that ends all sign-ins.',
  });
}

type Unconfirmed = Pick<AccountChange, 'brokerage' | 'at' | 'timeZone'>;

/** To an address in use that no one has confirmed, perhaps a stranger's: without the account and the portal. */
export function unconfirmedChangeRequestedEmail({ brokerage, at, timeZone }: Unconfirmed): Email {
  return unconfirmedEmail(
    brokerage,
    `A change of this email address was requested for an account at ${brokerage}, on ${momentText(at, timeZone)}.`,
  );
}

/** To a former address that no one has confirmed, perhaps a stranger's: without the account and the portal. */
export function unconfirmedReplacedEmail({ brokerage, at, timeZone }: Unconfirmed): Email {
  return unconfirmedEmail(
    brokerage,
    `This email address was replaced for an account at ${brokerage}, on ${momentText(at, timeZone)}. It receives no more emails about that account.`,
  );
}

function unconfirmedEmail(brokerage: string, what: string): Email {
  const ifYours = `No one had confirmed this address. If the account is yours and you do not expect this, tell an owner of ${brokerage} at once. If you have no account there, ignore this email.`;
  return {
    subject: oneLine(`${brokerage}: an unconfirmed email address`),
    text: plainPage([what, ifYours]),
    html: emailLayout('en', brokerage, [part.text(what), part.text(ifYours)]),
  };
}

export function usernameChangedEmail(input: AccountChange & { from: string }): Email {
  const { username, by, from } = input;
  return warning(input, {
    subject: 'your username was changed',
    what: `${by} changed the username of your account from ${from} to ${username}, on ${when(input)}. Sign in with ${username} from now on.`,
    ifNot: 'If you do not expect this, tell an owner at once.',
  });
}

/** To the agent: the address opens the calendar without a sign-in. */
export function calendarFeedEmail(input: Omit<AccountChange, 'by'>): Email {
  const change = { ...input, by: '' };
  return warning(change, {
    subject: 'a calendar address was created',
    what: `A calendar address was created for the account ${input.username}, on ${when(change)}. It shows follow-ups and tasks without a sign-in.`,
    ifNot:
      'If you do not expect this, remove the calendar address on your account page and change your password, which also ends it.',
  });
}

const when = ({ at, timeZone, address }: AccountChange) =>
  `${momentText(at, timeZone)}${address === '' ? '' : `, from the network address ${address}`}`;

function warning(
  { brokerage, url }: AccountChange,
  { subject, what, ifNot }: { subject: string; what: string; ifNot: string },
): Email {
  return {
    subject: oneLine(`${brokerage}: ${subject}`),
    text: plainPage([what, ifNot, url]),
    html: emailLayout('en', brokerage, [
      part.text(what),
      part.text(ifNot),
      part.button(url, 'Open the portal'),
    ]),
  };
}
