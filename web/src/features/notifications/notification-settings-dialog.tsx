import type { NoticeChoice } from '@ledgerline/contract/notifications/endpoints';
import { DIGEST_HOUR, NOTICE_KINDS, NOTICE_MAILS } from '@ledgerline/contract/notifications/kinds';
import { NativeSelect, Switch, Text } from '@mantine/core';
import type { Openable } from '../../components/ui/dialog.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useNoticeChoices, useUpdateNoticeChoices } from './api.ts';
import styles from './notification-settings-dialog.module.css';

/** What the signed-in agent is told of, in the portal and by mail, kind by kind. */
export function NoticeSettingsDialog({ opened, onClose }: Openable) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Notice Settings" size="lg">
      <Body onClose={onClose} />
    </GuardedModal>
  );
}

function Body({ onClose }: { onClose: () => void }) {
  const query = useNoticeChoices();
  return (
    <Loaded
      query={query}
      failed="The settings could not be loaded"
      loading={<LoadingRows rows={8} height={48} label="Loading settings" />}
    >
      {(choices) => <ChoicesForm choices={choices} onClose={onClose} />}
    </Loaded>
  );
}

const MAILS = { off: 'No mail', at_once: 'At once', digest: 'Each morning' } as const;
const MAIL_OPTIONS = NOTICE_MAILS.map((value) => ({ value, label: MAILS[value] }));

function ChoicesForm({ choices, onClose }: { choices: NoticeChoice[]; onClose: () => void }) {
  const save = useUpdateNoticeChoices();
  const editing = useEditing({
    start: { choices },
    send: (values) => save.mutateAsync(values.choices),
    told: 'Notice settings saved.',
    onDone: onClose,
    failed: (error) => `The settings could not be saved. ${error.message}`,
  });
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <Text size="sm" c="dimmed">
        “Each morning” is one mail at {DIGEST_HOUR} o’clock, by the brokerage’s clocks, with what you have not
        read by then. Mails name a client by first name and initial, and nothing else.
      </Text>
      <ul className={styles.choices}>
        {editing.form.getValues().choices.map(({ kind }, place) => (
          <li key={kind} className={styles.choice}>
            <span className={styles.kind}>{NOTICE_KINDS[kind]}</span>
            <Switch
              label="In the portal"
              aria-label={`${NOTICE_KINDS[kind]}: in the portal`}
              {...editing.form.getInputProps(`choices.${place}.in_app`, { type: 'checkbox' })}
              {...(place === 0 ? { 'data-autofocus': true } : {})}
            />
            <NativeSelect
              aria-label={`${NOTICE_KINDS[kind]}: by mail`}
              data={MAIL_OPTIONS}
              {...editing.form.getInputProps(`choices.${place}.mail`)}
            />
          </li>
        ))}
      </ul>
    </DialogForm>
  );
}
