import { WATCH_RULE_NAMES, WATCH_RULES } from '@ledgerline/contract/audit/alerts';
import type { WatchSettingsBody } from '@ledgerline/contract/audit/endpoints';
import { EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import { Group, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { Fragment } from 'react';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { EmailOffNote } from '../../domain/email/email-off-note.tsx';
import { useIsEmailConnected } from '../../lib/public-settings.ts';
import { watchErrors, watchSent, watchValues } from './alert-settings-values.ts';
import { useUpdateWatchSettings, useWatchSettings } from './api.ts';
import styles from './audit.module.css';

/** Which events alert owners immediately, and whether a reveal requires a reason (decision 064). */
export function AlertSettings({ onDone }: { onDone?: () => void }) {
  return (
    <Loaded
      query={useWatchSettings()}
      failed="The alerts could not be loaded"
      loading={<LoadingRows rows={8} height={40} label="Loading alerts" />}
    >
      {(stored) => <WatchForm stored={stored} onDone={onDone} />}
    </Loaded>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`,
}));

function WatchForm({ stored, onDone }: { stored: WatchSettingsBody; onDone: (() => void) | undefined }) {
  const save = useUpdateWatchSettings();
  const isConnected = useIsEmailConnected();
  const editing = useEditing({
    start: watchValues(stored),
    check: watchErrors,
    send: (values) => save.mutateAsync(watchSent(values)),
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
        {WATCH_RULE_NAMES.map((rule, index) => (
          <Fragment key={rule}>
            <Text component="label" size="sm" htmlFor={`watch-${rule}`}>
              {WATCH_RULES[rule].label}
            </Text>
            <TextInput
              id={`watch-${rule}`}
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
