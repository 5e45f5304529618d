import { phoneDisplay } from '@ledgerline/contract/rules';
import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { DateInput } from '../../components/ui/date-input.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { refusedFor } from '../../lib/refusal.ts';
import { useSetFollowUp } from './api.ts';
import { phoneOf } from './next-acts.ts';
import { type LineDialogProps, wrongDay } from './snooze-dialog.tsx';
import { whoText } from './today-words.ts';

interface FollowUpDialogProps extends LineDialogProps {
  /** The next day, or none. */
  onSet: (day: string | null) => void;
}

/** Opens with the call: when to follow up next, or not any more. */
export function FollowUpDialog({ onClose, ...props }: FollowUpDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title={`Follow up: ${whoText(props.line) ?? ''}`} size="xs">
      <FollowUpForm onClose={onClose} {...props} />
    </GuardedModal>
  );
}

function FollowUpForm({ line, today, onClose, onSet }: FollowUpDialogProps) {
  const save = useSetFollowUp();
  const [hasChanged, setChanged] = useState(false);
  const editing = useEditing<{ day: string | null }, unknown>({
    start: { day: null },
    check: ({ day }) => ({ day: day !== null && wrongDay(day, today) }),
    // Who was told that somebody else has set it meanwhile sets it all the same.
    send: ({ day }) =>
      save.mutateAsync({ line, day, was: hasChanged ? undefined : line.due_day }).catch(note),
    onDone(_, { day }) {
      onClose();
      onSet(day);
    },
    failed: (error) =>
      refusedFor(error, 'conflict')
        ? 'Somebody has just set another follow-up. Save again to set this one instead.'
        : error.message,
    logText: 'the follow-up was not set',
  });
  function note(error: unknown): never {
    setChanged(refusedFor(error, 'conflict'));
    throw error;
  }
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
      <DateInput
        label="Follow up next"
        description="Leave it empty when nothing is to follow."
        data-autofocus
        {...form.getInputProps('day')}
        onChange={(day) => form.setFieldValue('day', day)}
      />
    </DialogForm>
  );
}
