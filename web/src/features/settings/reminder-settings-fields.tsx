import { INVOICE_REMINDER_DAYS } from '@ledgerline/contract/rules';
import { Switch, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ReminderNumberFields } from '../../domain/reminders/reminder-number-fields.tsx';
import styles from './enrollment-windows.module.css';
import type { SettingsValues } from './global-form-settings-values.ts';

interface ReminderSettingsFieldsProps {
  form: UseFormReturnType<SettingsValues>;
  onChange: (changes: Partial<SettingsValues>) => void;
}

/** Whether and how often clients are reminded of emailed links and invoices (decision 051). */
export function ReminderSettingsFields({ form, onChange }: ReminderSettingsFieldsProps) {
  return (
    <fieldset className={styles.windows}>
      <legend className={styles.legend}>Reminders to clients</legend>
      <Text size="sm" c="dimmed">
        By email, never between 9 PM and 9 AM in the client’s time zone, and never on a day when the client
        gets another email.
      </Text>
      <Switch
        label="Form and signature reminders"
        description="A form’s own reminder settings override these."
        {...form.getInputProps('reminders_on', { type: 'checkbox' })}
      />
      <ReminderNumberFields values={form.values} errors={form.errors} onChange={onChange} />
      <Switch
        label="Unpaid invoice reminders"
        description={`Before and after the due date: ${invoiceDaysText(INVOICE_REMINDER_DAYS)}.`}
        {...form.getInputProps('reminders_of_invoices', { type: 'checkbox' })}
      />
    </fieldset>
  );
}

/** '3 days before, on the day, 3 days after and 10 days after' */
function invoiceDaysText(days: readonly number[]): string {
  const texts = days.map((day) => {
    if (day === 0) return 'on the day';
    const count = Math.abs(day) === 1 ? '1 day' : `${Math.abs(day)} days`;
    return `${count} ${day < 0 ? 'before' : 'after'}`;
  });
  return new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' }).format(texts);
}
