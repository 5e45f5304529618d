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
  /** The entry as shown in the timeline. */
  start: CallValues;
  onClose: () => void;
}

/** Edits a logged call, text, meeting or note. */
export function EditCallDialog(props: EditCallDialogProps) {
  return (
    <GuardedModal opened onClose={props.onClose} title="Edit log entry" size="md">
      <EditCallForm {...props} />
    </GuardedModal>
  );
}

function useCallForm({ id, start, onClose }: EditCallDialogProps) {
  const { time_zone } = usePublicSettings();
  const queryClient = useQueryClient();
  const update = useUpdateCall(id);
  // An agent who was warned of a conflicting edit overwrites it.
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
        // The result is visible behind the dialog.
        void invalidateTimeline(queryClient);
        throw error;
      }
    },
    successMessage: 'Log entry updated.',
    onDone: onClose,
    failed: (error) =>
      hasErrorCode(error, 'conflict')
        ? 'Someone else has just changed this entry. Save again to replace their changes with yours.'
        : `The entry was not changed. ${error.message}`,
    logText: `call ${id} was not changed`,
  });
}

function EditCallForm(props: EditCallDialogProps) {
  const editing = useCallForm(props);
  const { form } = editing;
  return (
    <DialogForm editing={editing} save="Save">
      <TextInput
        label="Call notes"
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
        isUpcoming
        description="A new date sets the client’s next follow-up. Leave it empty to keep the current one."
        {...form.getInputProps('follow_up_on')}
        onChange={(day) => form.setFieldValue('follow_up_on', day)}
      />
    </DialogForm>
  );
}
