import { Text } from '@mantine/core';
import { DialogForm } from '../editing/dialog-form.tsx';
import { useEditing } from '../editing/use-editing.ts';
import { clientsText } from './action-texts.ts';
import type { FormProps } from './bulk-forms.ts';
import { createOperation } from './use-operations.ts';

/** A reminder of the latest open session for each client. */
export function SendReminderForm({ count, selection, onPrepared }: FormProps) {
  const editing = useEditing({
    start: {},
    send: () => createOperation({ action: { kind: 'send_reminder', params: {} }, selection }),
    onDone: ({ id }) => onPrepared(id),
  });
  return (
    <DialogForm editing={editing} save="Preview">
      <Text size="sm">
        {`Each of ${clientsText(count)} who has an open session that was emailed is reminded of the latest one. Nothing is sent before you have seen the preview. Sent emails cannot be undone.`}
      </Text>
    </DialogForm>
  );
}
