import { part } from './email-layout.ts';

/** Notifies an owner of an agent who reached the daily limit of reveals; `day`: YYYY-MM-DD. */
export function revealLimitEmail(input: {
  brokerage: string;
  name: string;
  username: string;
  max: number;
  day: string;
}): { subject: string; text: string; html: string } {
  const { brokerage, name, username, max, day } = input;
  const lines = [
    `${name} (${username}) revealed ${max} secret values on ${day}, which is the daily limit.`,
    'No more values can be revealed until tomorrow. If you did not expect this, set a new password for the agent, which ends every sign-in, and ask what happened. The audit log lists each value.',
  ];
  return {
    subject: `${brokerage}: ${name} reached the daily limit of reveals`,
    text: lines.join('\n\n'),
    html: lines.map(part.text).join(''),
  };
}
