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

/** To the address to be confirmed: opening the link confirms it. */
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
    ? `${by} asked to change the email address of the account ${username} to ${email}. Open this link to confirm the address:`
    : `Open this link to confirm that ${email} is the email address of the account ${username}:`;
  const end = `The link works once, until ${momentText(until, timeZone)}. If you did not expect this email, you can ignore it: nothing changes unless you open the link.`;
  return {
    subject: oneLine(`${brokerage}: confirm your email address`),
    text: plainPage([what, url, end]),
    html: emailLayout('en', brokerage, [
      part.text(what),
      part.button(url, 'Confirm email address'),
      part.address(url, 'If the button doesn’t work, open this link:'),
      part.small(end),
    ]),
  };
}

interface AccountChange extends Account {
  by: string;
  /** Empty when the change was not made by a request. */
  address: string;
  at: Date;
  timeZone: string;
  url: string;
}

/** To the current address, before anything changes. */
export function emailChangeRequestedEmail(input: AccountChange & { to: string }): Email {
  const { username, by, to } = input;
  return warning(input, {
    subject: 'a change of your email address was requested',
    what: `${by} asked to change the email address of the account ${username} to ${to} on ${when(input)}. The address changes when the link that was sent there is opened.`,
    ifNot:
      'If you did not expect this, contact an owner immediately, cancel the change on your account page, end all other sign-ins there, and set a new password.',
  });
}

/** To the former address, after it was replaced. */
export function emailChangedEmail(input: AccountChange & { from: string; to: string; days: number }): Email {
  const { username, from, to, days } = input;
  return warning(input, {
    subject: 'your email address was changed',
    what: `The email address of the account ${username} was changed from ${from} to ${to} on ${when(input)}. For ${days} days, password reset emails are also sent to this address.`,
    ifNot:
      'If you did not expect this, contact an owner immediately and set a new password with “Forgot your password?” on the sign-in page, which ends all sign-ins.',
  });
}

type Unconfirmed = Pick<AccountChange, 'brokerage' | 'at' | 'timeZone'>;

/**
 * To a current address that was never confirmed, and may belong to a stranger: names neither the account nor the portal.
 */
export function unconfirmedChangeRequestedEmail({ brokerage, at, timeZone }: Unconfirmed): Email {
  return unconfirmedEmail(
    brokerage,
    `A change of this email address was requested for an account at ${brokerage} on ${momentText(at, timeZone)}.`,
  );
}

/** To a former address that was never confirmed, and may belong to a stranger: names neither the account nor the portal. */
export function unconfirmedReplacedEmail({ brokerage, at, timeZone }: Unconfirmed): Email {
  return unconfirmedEmail(
    brokerage,
    `This email address was replaced for an account at ${brokerage} on ${momentText(at, timeZone)}. It will receive no more emails about that account.`,
  );
}

function unconfirmedEmail(brokerage: string, what: string): Email {
  const ifYours = `This address was never confirmed. If the account is yours and you did not expect this, contact an owner of ${brokerage} immediately. If you have no account there, ignore this email.`;
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
    what: `${by} changed the username of your account from ${from} to ${username} on ${when(input)}. Sign in with ${username} from now on.`,
    ifNot: 'If you did not expect this, contact an owner immediately.',
  });
}

/** To the agent, because the address opens the calendar without a sign-in. */
export function calendarFeedEmail(input: Omit<AccountChange, 'by'>): Email {
  const change = { ...input, by: '' };
  return warning(change, {
    subject: 'a calendar link was created',
    what: `A calendar link was created for the account ${input.username} on ${when(change)}. It shows follow-ups and tasks without a sign-in.`,
    ifNot:
      'If you did not expect this, remove the calendar link on your account page and change your password, which also ends it.',
  });
}

export type SignatureChange = 'saved' | 'changed' | 'removed' | 'removed_by';

/** To an advisor, because a saved signature needs one click to sign with (decision 113). */
export function signatureEmail(input: AccountChange & { what: SignatureChange }): Email {
  const { username, by, what } = input;
  const sentence = {
    saved: `A signature was saved in the account ${username}`,
    changed: `The saved signature of the account ${username} was replaced`,
    removed: `The saved signature of the account ${username} was removed`,
    removed_by: `The saved signature of the account ${username} was removed with a change to the account by ${by}`,
  }[what];
  return warning(input, {
    subject: `your saved signature was ${what === 'saved' || what === 'changed' ? what : 'removed'}`,
    what: `${sentence} on ${when(input)}.`,
    ifNot:
      'If you did not expect this, contact an owner immediately, end all other sign-ins on your account page, and set a new password.',
  });
}

const when = ({ at, timeZone, address }: AccountChange) =>
  `${momentText(at, timeZone)}${address === '' ? '' : `, from IP address ${address}`}`;

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
