import { emailLayout, oneLine, part, plainPage } from './email-layout.ts';

/** A time for people to read, in the brokerage's time zone: 'November 20, 2026 at 10:00 AM EST'. */
export function momentText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  } as const).format(at);
}

/**
 * Notifies an agent of a sign-in from a device that they had not used before. `url`: the agent's own account page, which
 * lists the sign-ins. The email grants no access without a sign-in.
 */
export function newDeviceEmail(input: {
  brokerage: string;
  username: string;
  device: string;
  address: string;
  at: Date;
  timeZone: string;
  url: string;
  /** The identity provider that was used, or the only sign-in method; null for a password. */
  signedInWith: string | null;
}): { subject: string; text: string; html: string } {
  const { brokerage, username, device, address, url, signedInWith } = input;
  const facts = [
    `When: ${momentText(input.at, input.timeZone)}`,
    `Device: ${device}`,
    `IP address: ${address}`,
  ].join('\n');
  const what = `Your account ${username} was just used to sign in from a new device.`;
  const ifYou = 'If this was you, you don’t need to do anything.';
  const ifNot =
    signedInWith === null
      ? 'If this wasn’t you, someone knows your password: end that sign-in on your account page, change your password (this ends all other sign-ins), and contact an owner.'
      : `If this wasn’t you, someone can sign in with ${signedInWith} as you: change your password there, end that sign-in and all others on your account page, and contact an owner.`;
  return {
    subject: oneLine(`${brokerage}: new device sign-in`),
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
