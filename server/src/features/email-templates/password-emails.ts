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

/** Sends an agent the link with which they choose their password. */
export function invitationEmail(input: LinkInput & { first_name: string; by: string }): Email {
  const { brokerage, username, first_name, by, url, until, timeZone } = input;
  return linkEmail({
    subject: `${brokerage}: your account`,
    brokerage,
    lines: [
      `Hello ${first_name},`,
      `${by} created an account for you. Your username is ${username}. Please choose your password:`,
    ],
    url,
    label: 'Choose your password',
    end: `The link works once, until ${momentText(until, timeZone)}. After that, request a new one.`,
  });
}

/** The same where passwords are off: the agent signs in with their account at the brokerage's identity provider. */
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
    lines: [`Hello ${first_name},`, `${by} created an account for you. You don’t need a password here:`],
    url,
    label: `Sign in with ${provider}`,
    end: `Use your ${provider} account with the address ${email}.`,
  });
}

/** Sends the link with which an agent who forgot their password sets a new one. */
export function resetEmail(input: LinkInput & { address: string }): Email {
  const { brokerage, username, address, url, until, timeZone } = input;
  return linkEmail({
    subject: `${brokerage}: set a new password`,
    brokerage,
    lines: [
      `A password reset for ${username} was requested from ${address}. If this was you, set a new password here:`,
    ],
    url,
    label: 'Set a new password',
    end: `The link works once, until ${momentText(until, timeZone)}. If this wasn’t you, you can ignore this email: your password stays the same.`,
  });
}

/** Notifies an agent of a new password, no matter who set it. */
export function passwordChangedEmail(input: {
  brokerage: string;
  username: string;
  address: string;
  at: Date;
  timeZone: string;
  url: string;
}): Email {
  const { brokerage, username, address, at, timeZone, url } = input;
  const what = `The password of ${username} was changed on ${momentText(at, timeZone)}, from IP address ${address}. All other sign-ins have ended.`;
  const ifNot =
    'If you did not expect this, contact an owner immediately and set a new password with “Forgot your password?” on the sign-in page.';
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
      part.address(url, 'If the button doesn’t work, open this link:'),
      part.small(end),
    ]),
  };
}
