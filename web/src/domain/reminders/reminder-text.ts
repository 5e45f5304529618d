import type { ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import { REMINDER_REASONS, type ReminderReason } from '@ledgerline/contract/rules';
import { weekdayMomentText } from '../days.ts';

/** 'Next reminder Tue, Nov 26, 9:00 AM · 1 of 4 sent' */
export function reminderText(line: ReminderLine): string {
  const { sent, most } = line;
  return [stateText(line), most > 0 && sent <= most && `${sent} of ${most} sent`].filter(Boolean).join(' · ');
}

/** 'The email to ana@example.com was returned: 550 No such user'; null where none did. */
export function bounceText({ bounced }: Pick<ReminderLine, 'bounced'>): string | null {
  if (!bounced) return null;
  const { to_address, error } = bounced;
  return `The email to ${to_address} was returned: ${error.trim() || 'the address is not valid'}`;
}

function stateText({ state, reason, next_at, bounced, sent, most }: ReminderLine): string {
  if (state === 'paused') return 'Reminders paused';
  // The time of reminders may also have passed unused, for example without a mail server.
  if (state === 'stopped' && reason === 'used_up' && sent >= most) return 'All reminders were sent';
  if (state === 'stopped') return stoppedText(bounced ? null : reason);
  if (next_at) return `Next reminder ${weekdayMomentText(next_at)}`;
  return reason ? `No reminder for now: ${within(reason)}` : 'No further reminders';
}

/** The bounce message already explains why no reminders follow. */
function stoppedText(reason: ReminderReason | null): string {
  if (reason === null) return 'Reminders stopped';
  if (reason === 'agent') return 'Reminders stopped by an agent';
  return `Reminders stopped: ${within(reason)}`;
}

/** Turns a sentence into the end of another one. */
function within(reason: ReminderReason): string {
  const sentence = REMINDER_REASONS[reason];
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
