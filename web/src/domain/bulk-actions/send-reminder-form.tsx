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
        {`Reminds clients of their latest open session that was emailed, for ${clientsText(count)}. You will see a preview before anything is sent. Sent emails cannot be undone.`}
      </Text>
    </DialogForm>
  );
}
