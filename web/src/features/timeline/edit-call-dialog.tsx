import { MAX_CALL_TEXT } from '@ledgerline/contract/rules';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { DateInput } from '../../components/ui/date-input.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { KIND_CHOICES, OUTCOME_CHOICES } from '../../domain/calls/call-text.ts';
import { type CallValues, callBody, callErrors } from '../../domain/calls/call-values.ts';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { dayIn } from '../../domain/today.ts';
import { hasErrorCode } from '../../lib/api-error.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { invalidateTimeline, useUpdateCall } from './api.ts';

interface EditCallDialogProps {
  id: number;
  /** As it stands in the timeline. */
  start: CallValues;
  onClose: () => void;
}

/** Changes what was logged of a call, text, meeting or note. */
export function EditCallDialog(props: EditCallDialogProps) {
  return (
    <GuardedModal opened onClose={props.onClose} title="Edit the log" size="md">
      <EditCallForm {...props} />
    </GuardedModal>
  );
}

function useCallForm({ id, start, onClose }: EditCallDialogProps) {
  const { time_zone } = usePublicSettings();
  const queryClient = useQueryClient();
  const update = useUpdateCall(id);
  // Who was told that somebody else has changed it writes over that.
  const was = useRef<CallValues | null>(start);
  return useEditing<CallValues, unknown>({
    start,
    check: (values) => callErrors(values, dayIn(time_zone), start.follow_up_on),
    async send(values) {
      try {
        const seen = was.current && { was: callBody(was.current) };
        return await update.mutateAsync({ ...callBody(values), ...seen });
      } catch (error) {
        if (hasErrorCode(error, 'conflict')) was.current = null;
        // What became of it stands behind the dialog.
        void invalidateTimeline(queryClient);
        throw error;
      }
    },
    successMessage: 'The log was changed.',
    onDone: onClose,
    failed: (error) =>
      hasErrorCode(error, 'conflict')
        ? 'Somebody else has just changed this. Save again to have yours instead.'
        : `Nothing was changed. ${error.message}`,
    logText: `call ${id} was not changed`,
  });
}

function EditCallForm(props: EditCallDialogProps) {
  const editing = useCallForm(props);
  const { form } = editing;
  return (
    <DialogForm editing={editing} save="Save">
      <TextInput
        label="What was said"
        autoComplete="off"
        maxLength={MAX_CALL_TEXT}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <Group grow align="flex-start" gap="sm">
        <NativeSelect label="Kind" data={KIND_CHOICES} {...form.getInputProps('kind')} />
        <NativeSelect
          label="Outcome"
          data={OUTCOME_CHOICES}
          disabled={form.values.kind === 'note'}
          {...form.getInputProps('outcome')}
        />
      </Group>
      <DateInput
        label="Next follow-up"
        description="Another day sets the client’s next follow-up; without one it stays as it is."
        {...form.getInputProps('follow_up_on')}
        onChange={(day) => form.setFieldValue('follow_up_on', day)}
      />
    </DialogForm>
  );
}
