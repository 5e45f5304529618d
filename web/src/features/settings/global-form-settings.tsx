import {
  DEFAULT_EXPIRATION_DAYS,
  EMAIL_NOT_CONNECTED,
  INVOICE_REMINDER_DAYS,
  MAX_EXPIRATION_DAYS,
  MIN_EXPIRATION_DAYS,
} from '@ledgerline/contract/rules';
import { Checkbox, NativeSelect, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import { LoadAlert } from '../../components/ui/retry-button.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { fieldErrors, useEditing } from '../../domain/editing/use-editing.ts';
import { EmailOffNote } from '../../domain/email/email-off-note.tsx';
import { ReminderNumberFields } from '../../domain/reminders/reminder-number-fields.tsx';
import { useGlobalSettings, useUpdateGlobalSettings } from './api.ts';
import styles from './enrollment-periods.module.css';
import { EnrollmentPeriodsFields } from './enrollment-periods-fields.tsx';
import {
  type SettingsValues,
  type StoredSettings,
  settingsErrors,
  settingsSent,
  settingsValues,
} from './global-form-settings-values.ts';

export type SettingsPart = 'links' | 'reminders' | 'enrollment' | 'calendar' | 'views';

interface GlobalFormSettingsProps {
  parts: readonly SettingsPart[];
  onDone?: () => void;
}

const DEFAULT_SHOWN = ` The ${DEFAULT_EXPIRATION_DAYS} days shown are the default, not the saved setting.`;

const DAYS = Array.from(
  { length: MAX_EXPIRATION_DAYS - MIN_EXPIRATION_DAYS + 1 },
  (_, index) => index + MIN_EXPIRATION_DAYS,
).map((days) => ({ value: String(days), label: `${days} ${days === 1 ? 'day' : 'days'}` }));

/**
 * Link lifetime (0§5), reminders (decision 051), enrollment periods (decision 049), client names in calendar feeds (decision
 * 053), and who shares views (decision 125): each in its section of the settings, and all but the last in one dialog.
 */
export function GlobalFormSettings({ parts, onDone }: GlobalFormSettingsProps) {
  const settings = useGlobalSettings(true);
  useEffect(() => {
    if (settings.error) console.error('the global form settings were not loaded', settings.error);
  }, [settings.error]);
  const [isRetrying, setRetrying] = useState(false);
  async function retry() {
    // The form is initialized from the response, so it remounts.
    setRetrying(true);
    await settings.refetch();
    setRetrying(false);
  }
  // Once shown, the form stays while the settings are loaded again: it may have unsaved changes.
  if (!settings.isFetchedAfterMount || isRetrying)
    return <Skeleton height={112} role="status" aria-label="Loading settings" />;
  return (
    <Stack gap="md">
      {settings.isError && (
        <LoadAlert
          text={`The settings could not be loaded.${parts.includes('links') ? DEFAULT_SHOWN : ''}`}
          onRetry={() => void retry()}
        />
      )}
      {(settings.data || parts.includes('links')) && (
        <SettingsForm stored={settings.data ?? null} parts={parts} onDone={onDone} />
      )}
    </Stack>
  );
}

interface SettingsFormProps {
  /** null: they could not be loaded; hidden settings stay unchanged. */
  stored: StoredSettings;
  parts: readonly SettingsPart[];
  onDone: (() => void) | undefined;
}

function SettingsForm({ stored: current, parts, onDone }: SettingsFormProps) {
  const save = useUpdateGlobalSettings();
  // The values loaded or saved by this form: values that others have saved since are not changes of this form.
  const [stored, setStored] = useState(current);
  const editing = useEditing({
    start: settingsValues(stored),
    check: settingsErrors,
    async send(values) {
      const sent = settingsSent(values, stored, { hasDays: parts.includes('links') });
      await save.mutateAsync(sent);
      setStored(stored && { ...stored, ...sent });
    },
    successMessage: 'Settings saved.',
    onDone: () => onDone?.(),
    failed: 'Failed to save settings. Please try again.',
    toFieldErrors: (error) =>
      Object.fromEntries(
        Object.entries(fieldErrors(error)).map(([path, message]) => [
          path.replace('enrolment_windows', 'periods'),
          message,
        ]),
      ),
  });
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      {parts.includes('links') && (
        <NativeSelect
          label="Default form expiration"
          description="How long new form links stay valid unless you choose another time."
          data={DAYS}
          {...editing.form.getInputProps('days')}
          data-autofocus
        />
      )}
      {stored !== null && (
        <>
          {parts.includes('reminders') && (
            <ReminderSettingsFields form={editing.form} onChange={editing.change} />
          )}
          {parts.includes('enrollment') && <EnrollmentPeriodsFields form={editing.form} stored={stored} />}
          {parts.includes('calendar') && (
            <Checkbox
              label="Clients’ names in calendar feeds"
              description="Agents’ calendars show full names instead of initials. Calendars are often hosted by a third party."
              {...editing.form.getInputProps('has_calendar_names', { type: 'checkbox' })}
            />
          )}
          {parts.includes('views') && (
            <Checkbox
              label="All agents can share views"
              description="A shared view shows all agents the values of its filters. If this is off, only owners can share views, and views that are already shared remain shared."
              {...editing.form.getInputProps('can_agents_share_views', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </DialogForm>
  );
}

interface ReminderSettingsFieldsProps {
  form: UseFormReturnType<SettingsValues>;
  onChange: (changes: Partial<SettingsValues>) => void;
}

/** Whether and how often clients are reminded of emailed links and invoices (decision 051). */
function ReminderSettingsFields({ form, onChange }: ReminderSettingsFieldsProps) {
  return (
    <fieldset className={styles.periods}>
      <legend className={styles.legend}>Reminders to clients</legend>
      <Text size="sm" c="dimmed">
        By email, never between 9 PM and 9 AM in the client’s time zone, and never on a day when the client
        gets another email.
      </Text>
      <EmailOffNote>{`${EMAIL_NOT_CONNECTED} No reminders are sent.`}</EmailOffNote>
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
      <TextInput
        label="Bulk emails per minute"
        description="Emails of bulk actions are sent at this pace."
        inputMode="numeric"
        maw={260}
        {...form.getInputProps('bulk_emails_per_minute')}
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
