import { useState } from 'react';
import { fieldErrors, useEditing } from '../../../domain/editing/use-editing.ts';
import { type Client, useUpdateClient } from '../api.ts';
import type { DialogDefinition } from '../record/client-cards.ts';
import { type FieldTexts, initialTexts, readChanges, sentence } from './edit-values.ts';

export type EditForm = ReturnType<typeof useEditForm>;

/** State of one edit dialog, based on the client at the time it opened. */
export function useEditForm(client: Client, definition: DialogDefinition, onSaved: () => void) {
  const [opened] = useState(client);
  const names = definition.sections.flatMap((section) => section.fields);
  const read = (texts: FieldTexts) => readChanges(names, opened, texts);
  const update = useUpdateClient(client.id);
  const { form, submit, isSaving, error } = useEditing({
    start: initialTexts(names, opened),
    check: (texts) => read(texts).errors,
    shouldSkip(texts) {
      const isSame = Object.keys(read(texts).changes).length === 0;
      if (isSame) onSaved();
      return isSame;
    },
    send: (texts) => update.mutateAsync(read(texts).changes),
    onDone: onSaved,
    toFieldErrors: (failure) => fieldErrors(failure, sentence),
    logText: 'Failed to update client',
  });
  return {
    clientId: client.id,
    texts: form.values,
    errors: form.errors,
    setText: (name: string, text: string) => form.setFieldValue(name, text),
    focus: (name: string) => form.getInputNode(name)?.focus(),
    hasChanges() {
      const { changes, errors } = read(form.getValues());
      return Object.keys(changes).length + Object.keys(errors).length > 0;
    },
    isSaving,
    isFailed: error !== null,
    submit,
  };
}
