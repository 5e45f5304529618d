import { emailLayout, oneLine, part, plainPage } from './email-layout.ts';

/** An instant as people read it, where the brokerage is: 'November 20, 2026 at 10:00 AM EST'. */
export function momentText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  } as const).format(at);
}

/**
 * The mail that tells an agent of a sign-in from a device that he had not used before. `url`: his own account, where the
 * sign-ins are listed; nothing in it opens anything without a sign-in.
 */
export function newDeviceEmail(input: {
  brokerage: string;
  username: string;
  device: string;
  address: string;
  at: Date;
  timeZone: string;
  url: string;
  /** The identity provider, where it was that way, or where no other is open; null of a password. */
  signedInWith: string | null;
}): { subject: string; text: string; html: string } {
  const { brokerage, username, device, address, url, signedInWith } = input;
  const facts = [
    `When: ${momentText(input.at, input.timeZone)}`,
    `Device: ${device}`,
    `Network address: ${address}`,
  ].join('\n');
  const what = `${username} was just signed in with a device that was not used before.`;
  const ifYou = 'If this was you, there is nothing to do.';
  const ifNot =
    signedInWith === null
      ? 'If it was not you, somebody knows your password: end that sign-in on your account, change your password, which ends all others, and tell an owner.'
      : `If it was not you, somebody can sign in with ${signedInWith} as you: change your password there, end that sign-in and all others on your account, and tell an owner.`;
  return {
    subject: oneLine(`${brokerage}: a sign-in from a new device`),
    text: plainPage([what, facts, ifYou, ifNot, url]),
    html: emailLayout('en', brokerage, [
      part.text(what),
      part.text(facts),
      part.text(ifYou),
      part.text(ifNot),
      part.button(url, 'Open your account'),
    ]),
  };
}
