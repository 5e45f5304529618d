import type { ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import { REMINDER_REASONS, type ReminderReason } from '@ledgerline/contract/rules';
import { weekdayMomentText } from '../days.ts';

/** 'Next reminder Tue, Nov 26, 9:00 AM · 1 of 4 sent' */
export function reminderText(line: ReminderLine): string {
  const { sent, most } = line;
  return [stateText(line), most > 0 && sent <= most && `${sent} of ${most} sent`].filter(Boolean).join(' · ');
}

/** 'The mail to ana@example.com came back: 550 No such user'; null where none did. */
export function bounceText({ bounced }: Pick<ReminderLine, 'bounced'>): string | null {
  if (!bounced) return null;
  const { to_address, error } = bounced;
  return `The mail to ${to_address} came back: ${error.trim() || 'the address does not work'}`;
}

function stateText({ state, reason, next_at, bounced }: ReminderLine): string {
  if (state === 'paused') return 'Reminders paused';
  if (state === 'stopped') return stoppedText(bounced ? null : reason);
  if (next_at) return `Next reminder ${weekdayMomentText(next_at)}`;
  return reason ? `No reminder for now: ${within(reason)}` : 'No further reminder';
}

/** The line of what came back says itself why nothing more comes. */
function stoppedText(reason: ReminderReason | null): string {
  if (reason === null) return 'Reminders stopped';
  if (reason === 'agent') return 'Reminders stopped by an agent';
  return reason === 'used_up' ? 'All reminders were sent' : `Reminders stopped: ${within(reason)}`;
}

/** A sentence as the end of another one. */
function within(reason: ReminderReason): string {
  const sentence = REMINDER_REASONS[reason];
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
