import { mailPage, oneLine, part, plainPage } from './email-layout.ts';
import { momentWords } from './new-device-email.ts';

interface Mail {
  subject: string;
  text: string;
  html: string;
}

interface LinkTold {
  brokerage: string;
  username: string;
  url: string;
  until: Date;
  timeZone: string;
}

/** The mail that brings an agent the link with which he chooses his password. */
export function invitationMail(told: LinkTold & { first_name: string; by: string }): Mail {
  const { brokerage, username, first_name, by, url, until, timeZone } = told;
  return linkMail({
    subject: `${brokerage}: your account`,
    brokerage,
    lines: [
      `Hello ${first_name},`,
      `${by} has made an account for you. Your username is ${username}. Please choose your password:`,
    ],
    url,
    label: 'Choose your password',
    end: `The link works once, until ${momentWords(until, timeZone)}. After that, ask for another one.`,
  });
}

/** The same where passwords are off: he signs in with the account that the brokerage's identity provider has of this address. */
export function ssoInvitationMail(told: {
  brokerage: string;
  first_name: string;
  by: string;
  provider: string;
  email: string;
  url: string;
}): Mail {
  const { brokerage, first_name, by, provider, email, url } = told;
  return linkMail({
    subject: `${brokerage}: your account`,
    brokerage,
    lines: [`Hello ${first_name},`, `${by} has made an account for you. You need no password here:`],
    url,
    label: `Sign in with ${provider}`,
    end: `Use your account there with the address ${email}.`,
  });
}

/** The mail with which an agent who has forgotten his password sets a new one. */
export function resetMail(told: LinkTold & { address: string }): Mail {
  const { brokerage, username, address, url, until, timeZone } = told;
  return linkMail({
    subject: `${brokerage}: set a new password`,
    brokerage,
    lines: [`Somebody at ${address} asked for a new password of ${username}. If it was you, set it here:`],
    url,
    label: 'Set a new password',
    end: `The link works once, until ${momentWords(until, timeZone)}. If it was not you, do nothing: your password stays as it is.`,
  });
}

/** The mail that tells an agent of his new password, whoever set it. */
export function passwordChangedMail(told: {
  brokerage: string;
  username: string;
  address: string;
  at: Date;
  timeZone: string;
  url: string;
}): Mail {
  const { brokerage, username, address, at, timeZone, url } = told;
  const what = `The password of ${username} was changed on ${momentWords(at, timeZone)}, from the network address ${address}. Other sign-ins have ended.`;
  const ifNot =
    'If you do not expect this, tell an owner at once, and set a new password with “Forgot your password?” on the sign-in page.';
  return {
    subject: oneLine(`${brokerage}: your password was changed`),
    text: plainPage([what, ifNot, url]),
    html: mailPage('en', brokerage, [part.text(what), part.text(ifNot), part.button(url, 'Sign in')]),
  };
}

function linkMail(mail: {
  subject: string;
  brokerage: string;
  lines: string[];
  url: string;
  label: string;
  end: string;
}): Mail {
  const { subject, brokerage, lines, url, label, end } = mail;
  return {
    subject: oneLine(subject),
    text: plainPage([...lines, url, end]),
    html: mailPage('en', brokerage, [
      ...lines.map(part.text),
      part.button(url, label),
      part.address(url, 'Or open this address:'),
      part.small(end),
    ]),
  };
}
