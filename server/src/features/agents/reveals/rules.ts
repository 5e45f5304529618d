import { escaped } from '#features/mail/rules.ts';

const DAY_SECONDS = 86_400;

/** Seconds from `now` to where the day changes; `dayAt` names the day of an instant. Days may have 23 or 25 hours. */
export function secondsLeft(now: Date, dayAt: (instant: Date) => string): number {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const today = dayAt(now);
  let [same, next] = [0, DAY_SECONDS + 7200];
  while (next - same > 1) {
    const middle = Math.floor((same + next) / 2);
    if (dayAt(after(middle)) === today) same = middle;
    else next = middle;
  }
  return next;
}

/** The mail that tells an owner of an agent who read as many secrets as one may in a day. */
export function limitMail(told: {
  brokerage: string;
  name: string;
  username: string;
  max: number;
  day: string;
}) {
  const { brokerage, name, username, max, day } = told;
  const subject = `${brokerage}: ${name} reached the daily limit of reveals`;
  const lines = [
    `${name} (${username}) revealed ${max} secret values on ${day}, which is the limit of one day.`,
    'Further ones are refused until tomorrow. If you did not expect this, set a new password for the agent, which ends every sign-in, and ask what happened. The audit trail names each value.',
  ];
  return { subject, text: lines.join('\n\n'), html: lines.map((line) => `<p>${escaped(line)}</p>`).join('') };
}
