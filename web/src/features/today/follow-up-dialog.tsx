import { MAX_CALL_TEXT, phoneDisplay } from '@ledgerline/contract/rules';
import { Anchor, NativeSelect, Text, TextInput } from '@mantine/core';
import { DateInput } from '../../components/ui/date-input.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { OUTCOME_CHOICES } from '../../domain/calls/call-words.ts';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { phoneOf } from './next-acts.ts';
import { type LineDialogProps, wrongDay } from './snooze-dialog.tsx';
import { whoText } from './today-words.ts';
import { type FollowedUp, useFollowedUp } from './use-followed-up.ts';

interface FollowUpDialogProps extends LineDialogProps {
  /** The next day, or none. */
  onSet: (day: string | null) => void;
}

/** Opens with the call: what came of it, and when to follow up next, or not any more. */
export function FollowUpDialog({ onClose, ...props }: FollowUpDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title={`Follow up: ${whoText(props.line) ?? ''}`} size="xs">
      <FollowUpForm onClose={onClose} {...props} />
    </GuardedModal>
  );
}

function FollowUpForm({ line, today, onClose, onSet }: FollowUpDialogProps) {
  const { send, failed } = useFollowedUp(line);
  const editing = useEditing<FollowedUp, unknown>({
    start: { outcome: '', text: '', day: null },
    check: ({ day }) => ({ day: day !== null && wrongDay(day, today) }),
    send,
    onDone(_, { day }) {
      onClose();
      onSet(day);
    },
    failed,
    logText: 'the follow-up was not set',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <Text size="sm">
        {phoneOf(line) === '' ? (
          'No phone number is kept of this client.'
        ) : (
          <Anchor href={`tel:${phoneOf(line)}`}>{phoneDisplay(line.client_phone)}</Anchor>
        )}
      </Text>
      <TextInput
        label="What was said"
        description="Logged with the outcome on the client's timeline."
        maxLength={MAX_CALL_TEXT}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('text')}
      />
      <NativeSelect label="Outcome" data={OUTCOME_CHOICES} {...form.getInputProps('outcome')} />
      <DateInput
        label="Follow up next"
        description="Leave it empty when nothing is to follow."
        {...form.getInputProps('day')}
        onChange={(day) => form.setFieldValue('day', day)}
      />
    </DialogForm>
  );
}
