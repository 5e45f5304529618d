import type { NotificationChoice } from '@ledgerline/contract/notifications/endpoints';
import {
  DIGEST_HOUR,
  EMAIL_PACES,
  type EmailPace,
  NOTIFICATION_EMAIL_MODES,
  NOTIFICATION_KINDS,
} from '@ledgerline/contract/notifications/kinds';
import { EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import { NativeSelect, Switch, Text } from '@mantine/core';
import type { Openable } from '../../components/ui/dialog.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { EmailOffNote } from '../../domain/email/email-off-note.tsx';
import { useNotificationChoices, useUpdateNotificationChoices } from './api.ts';
import styles from './notification-settings-dialog.module.css';

/** Notification settings of the signed-in agent, in app and by email, by kind. */
export function NotificationSettingsDialog({ opened, onClose }: Openable) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Notification Settings" size="lg">
      <Body onClose={onClose} />
    </GuardedModal>
  );
}

function Body({ onClose }: { onClose: () => void }) {
  const query = useNotificationChoices();
  return (
    <Loaded
      query={query}
      failed="The settings could not be loaded"
      loading={<LoadingRows rows={8} height={48} label="Loading settings" />}
    >
      {({ data, pace_minutes }) => <ChoicesForm choices={data} pace={pace_minutes} onClose={onClose} />}
    </Loaded>
  );
}

const EMAIL_MODE_LABELS = {
  off: 'No email',
  at_once: 'Immediately',
  grouped: 'Grouped',
  digest: 'Daily digest',
} as const;
const PACE_LABELS = { 15: '15 minutes', 30: '30 minutes', 60: 'hour', 240: '4 hours' } as const;
const PACE_OPTIONS = EMAIL_PACES.map((pace) => ({
  value: String(pace),
  label: `Every ${PACE_LABELS[pace]}`,
}));
const paceOf = (text: string) => EMAIL_PACES.find((pace) => String(pace) === text);
const EMAIL_OPTIONS = NOTIFICATION_EMAIL_MODES.map((value) => ({ value, label: EMAIL_MODE_LABELS[value] }));

interface ChoicesFormProps {
  choices: NotificationChoice[];
  pace: EmailPace;
  onClose: () => void;
}

function ChoicesForm({ choices, pace, onClose }: ChoicesFormProps) {
  const save = useUpdateNotificationChoices();
  const editing = useEditing({
    start: { choices, pace: String(pace) },
    send: (values) => save.mutateAsync({ choices: values.choices, pace_minutes: paceOf(values.pace) }),
    successMessage: 'Notification settings saved.',
    onDone: onClose,
    failed: (error) => `The settings could not be saved. ${error.message}`,
  });
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <Text size="sm" c="dimmed">
        “Grouped” combines new notifications into one email. “Daily digest” is one email at {DIGEST_HOUR} AM,
        in the brokerage’s time zone, with your unread notifications. Emails show only a client’s first name
        and last initial.
      </Text>
      <EmailOffNote>{`${EMAIL_NOT_CONNECTED} Notifications appear in the app only.`}</EmailOffNote>
      <NativeSelect
        label="Grouped emails, at most"
        data={PACE_OPTIONS}
        {...editing.form.getInputProps('pace')}
        maw={220}
      />
      <ul className="plain">
        {editing.form.getValues().choices.map(({ kind }, index) => (
          <li key={kind} className={styles.choice}>
            <span className={styles.kind}>{NOTIFICATION_KINDS[kind]}</span>
            <Switch
              label="In app"
              aria-label={`${NOTIFICATION_KINDS[kind]}: in app`}
              {...editing.form.getInputProps(`choices.${index}.in_app`, { type: 'checkbox' })}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
            />
            <NativeSelect
              aria-label={`${NOTIFICATION_KINDS[kind]}: by email`}
              data={EMAIL_OPTIONS}
              {...editing.form.getInputProps(`choices.${index}.mail`)}
            />
          </li>
        ))}
      </ul>
    </DialogForm>
  );
}
