import { Text } from '@mantine/core';
import { DialogForm } from '../editing/dialog-form.tsx';
import { useEditing } from '../editing/use-editing.ts';
import { eachClientText, invoicesText } from './action-texts.ts';
import type { FormProps } from './bulk-forms.ts';
import { createOperation } from './use-operations.ts';

const TEXTS = {
  send_reminder: (count: number) =>
    `Reminds ${eachClientText(count)} of their latest open session, if its link was emailed. You will see a preview before anything is sent. Sent emails cannot be undone.`,
  send_invoice: (count: number) =>
    `For ${invoicesText(count)} that were not sent before. You will see which of them can be sent before anything happens. Sent emails cannot be undone.`,
  void_invoice: (count: number) =>
    `For ${invoicesText(count)}. You will see which of them can be voided before anything changes. Voiding cannot be undone.`,
};

/** An action that needs nothing but the selection. */
export function plainForm(kind: keyof typeof TEXTS) {
  return function PlainForm({ count, selection, onPrepared }: FormProps) {
    const editing = useEditing({
      start: {},
      send: () => createOperation({ action: { kind, params: {} }, selection }),
      onDone: ({ id }) => onPrepared(id),
    });
    return (
      <DialogForm editing={editing} save="Preview" data-autofocus>
        <Text size="sm">{TEXTS[kind](count)}</Text>
      </DialogForm>
    );
  };
}
