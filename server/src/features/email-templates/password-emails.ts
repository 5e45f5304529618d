import { emailLayout, oneLine, part, plainPage } from './email-layout.ts';
import { momentText } from './new-device-email.ts';

interface Email {
  subject: string;
  text: string;
  html: string;
}

interface LinkInput {
  brokerage: string;
  username: string;
  url: string;
  until: Date;
  timeZone: string;
}

/** The mail that brings an agent the link with which he chooses his password. */
export function invitationEmail(input: LinkInput & { first_name: string; by: string }): Email {
  const { brokerage, username, first_name, by, url, until, timeZone } = input;
  return linkEmail({
    subject: `${brokerage}: your account`,
    brokerage,
    lines: [
      `Hello ${first_name},`,
      `${by} has made an account for you. Your username is ${username}. Please choose your password:`,
    ],
    url,
    label: 'Choose your password',
    end: `The link works once, until ${momentText(until, timeZone)}. After that, ask for another one.`,
  });
}

/** The same where passwords are off: he signs in with the account that the brokerage's identity provider has of this address. */
export function ssoInvitationEmail(input: {
  brokerage: string;
  first_name: string;
  by: string;
  provider: string;
  email: string;
  url: string;
}): Email {
  const { brokerage, first_name, by, provider, email, url } = input;
  return linkEmail({
    subject: `${brokerage}: your account`,
    brokerage,
    lines: [`Hello ${first_name},`, `${by} has made an account for you. You need no password here:`],
    url,
    label: `Sign in with ${provider}`,
    end: `Use your account there with the address ${email}.`,
  });
}

/** The mail with which an agent who has forgotten his password sets a new one. */
export function resetEmail(input: LinkInput & { address: string }): Email {
  const { brokerage, username, address, url, until, timeZone } = input;
  return linkEmail({
    subject: `${brokerage}: set a new password`,
    brokerage,
    lines: [`Somebody at ${address} asked for a new password of ${username}. If it was you, set it here:`],
    url,
    label: 'Set a new password',
    end: `The link works once, until ${momentText(until, timeZone)}. If it was not you, do nothing: your password stays as it is.`,
  });
}

/** The mail that tells an agent of his new password, whoever set it. */
export function passwordChangedEmail(input: {
  brokerage: string;
  username: string;
  address: string;
  at: Date;
  timeZone: string;
  url: string;
}): Email {
  const { brokerage, username, address, at, timeZone, url } = input;
  const what = `The password of ${username} was changed on ${momentText(at, timeZone)}, from the network address ${address}. Other sign-ins have ended.`;
  const ifNot =
    'If you do not expect this, tell an owner at once, and set a new password with “Forgot your password?” on the sign-in page.';
  return {
    subject: oneLine(`${brokerage}: your password was changed`),
    text: plainPage([what, ifNot, url]),
    html: emailLayout('en', brokerage, [part.text(what), part.text(ifNot), part.button(url, 'Sign in')]),
  };
}

function linkEmail(email: {
  subject: string;
  brokerage: string;
  lines: string[];
  url: string;
  label: string;
  end: string;
}): Email {
  const { subject, brokerage, lines, url, label, end } = email;
  return {
    subject: oneLine(subject),
    text: plainPage([...lines, url, end]),
    html: emailLayout('en', brokerage, [
      ...lines.map(part.text),
      part.button(url, label),
      part.address(url, 'Or open this address:'),
      part.small(end),
    ]),
  };
}
