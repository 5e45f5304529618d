import { ALERT_RULE_NAMES, ALERT_RULES } from '@ledgerline/contract/audit/alerts';
import type { AlertSettingsBody } from '@ledgerline/contract/audit/endpoints';
import { EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import { Group, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { Fragment } from 'react';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { EmailOffNote } from '../../domain/email/email-off-note.tsx';
import { useIsEmailConnected } from '../../lib/public-settings.ts';
import { alertSettingsErrors, alertSettingsSent, alertSettingsValues } from './alert-settings-values.ts';
import { useAlertSettings, useUpdateAlertSettings } from './api.ts';
import styles from './audit.module.css';

/** Which events alert owners immediately, and whether a reveal requires a reason (decision 064). */
export function AlertSettings({ onDone }: { onDone?: () => void }) {
  return (
    <Loaded
      query={useAlertSettings()}
      failed="The alerts could not be loaded"
      loading={<LoadingRows rows={8} height={40} label="Loading alerts" />}
    >
      {(stored) => <AlertSettingsForm stored={stored} onDone={onDone} />}
    </Loaded>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`,
}));

function AlertSettingsForm({
  stored,
  onDone,
}: {
  stored: AlertSettingsBody;
  onDone: (() => void) | undefined;
}) {
  const save = useUpdateAlertSettings();
  const isConnected = useIsEmailConnected();
  const editing = useEditing({
    start: alertSettingsValues(stored),
    check: alertSettingsErrors,
    send: (values) => save.mutateAsync(alertSettingsSent(values)),
    successMessage: 'Alerts saved.',
    onDone: () => onDone?.(),
    failed: (error) => `The alerts could not be saved. ${error.message}`,
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <Text size="sm" c="dimmed">
        Owners are notified immediately, {isConnected ? 'in the app and by email' : 'in the app'}, when an
        agent reaches a limit. Leave a limit empty to turn off its alert.
      </Text>
      <EmailOffNote>{`${EMAIL_NOT_CONNECTED} Alerts appear in the app only.`}</EmailOffNote>
      <div className={styles.limits}>
        {ALERT_RULE_NAMES.map((rule, index) => (
          <Fragment key={rule}>
            <Text component="label" size="sm" htmlFor={`alert-${rule}`}>
              {ALERT_RULES[rule].label}
            </Text>
            <TextInput
              id={`alert-${rule}`}
              inputMode="numeric"
              maxLength={9}
              classNames={{ input: 'tabular' }}
              {...form.getInputProps(`limits.${rule}`)}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
            />
          </Fragment>
        ))}
      </div>
      <Group grow>
        <NativeSelect label="After hours start at" data={HOURS} {...form.getInputProps('night_from')} />
        <NativeSelect label="After hours end at" data={HOURS} {...form.getInputProps('night_to')} />
      </Group>
      <Switch
        label="Require a reason to reveal a secret"
        description="The reason is recorded in the audit log."
        {...form.getInputProps('asks_reveal_reason', { type: 'checkbox' })}
      />
    </DialogForm>
  );
}
