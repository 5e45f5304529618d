import { MAX_REMINDER_DAYS, MAX_REMINDERS } from '@ledgerline/contract/rules';
import type { FormErrors } from '@mantine/form';

/** How often clients are reminded: the same three numbers for the brokerage and for a template. */
export const REMINDER_NUMBERS = [
  { name: 'reminders_first_days', label: 'First after (days)', max: MAX_REMINDER_DAYS },
  { name: 'reminders_every_days', label: 'Repeat every (days)', max: MAX_REMINDER_DAYS },
  { name: 'reminders_most', label: 'Maximum reminders', max: MAX_REMINDERS },
] as const;

export type ReminderNumbers<Value> = Record<(typeof REMINDER_NUMBERS)[number]['name'], Value>;

/** A record's three reminder settings as form fields; unset ones are blank. */
export function typedNumbers(stored: ReminderNumbers<number | null>): ReminderNumbers<string> {
  return eachNumber((name) => stored[name]?.toString() ?? '');
}

/** An integer from 1 to `max`; null for anything else. */
export function reminderNumber(typed: string, max: number): number | null {
  const number = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  return number >= 1 && number <= max ? number : null;
}

/** Errors by field. */
export function numberErrors(typed: ReminderNumbers<string>, rules: { canBeBlank: boolean }): FormErrors {
  const wrong = REMINDER_NUMBERS.filter(({ name, max }) => {
    const isBlank = typed[name].trim() === '';
    return isBlank ? !rules.canBeBlank : reminderNumber(typed[name], max) === null;
  });
  return Object.fromEntries(wrong.map(({ name, label, max }) => [name, `${label} must be from 1 to ${max}`]));
}

/** One value for each of the three. */
export function eachNumber<Value>(
  of: (name: (typeof REMINDER_NUMBERS)[number]['name'], max: number) => Value,
): ReminderNumbers<Value> {
  const [first, every, most] = REMINDER_NUMBERS;
  return {
    reminders_first_days: of(first.name, first.max),
    reminders_every_days: of(every.name, every.max),
    reminders_most: of(most.name, most.max),
  };
}
