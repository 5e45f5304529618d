import { useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/http.ts';
import { type Client, useUpdateClient } from '../api.ts';
import type { DialogDefinition } from '../record/client-cards.ts';
import { type FieldTexts, initialTexts, readChanges, sentence } from './edit-values.ts';

export type EditForm = ReturnType<typeof useEditForm>;

/** The state of one edit dialog, from the client as he was when it opened. */
export function useEditForm(client: Client, definition: DialogDefinition, onSaved: () => void) {
  const [opened] = useState(client);
  const names = definition.sections.flatMap((section) => section.fields);
  const form = useForm<FieldTexts>({ initialValues: initialTexts(names, opened) });
  const update = useUpdateClient(client.id);
  const { changes, errors } = readChanges(names, opened, form.values);

  function showErrors(found: FieldTexts) {
    form.setErrors(found);
    const first = names.find((name) => found[name]);
    if (first) form.getInputNode(first)?.focus();
  }
  function fail(error: Error) {
    console.error('Failed to update client', error);
    if (error instanceof ApiError)
      showErrors(Object.fromEntries(error.fields.map(({ path, message }) => [path, sentence(message)])));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (update.isPending) return;
    if (Object.keys(errors).length > 0) showErrors(errors);
    else if (Object.keys(changes).length === 0) onSaved();
    else update.mutate(changes, { onSuccess: onSaved, onError: fail });
  }
  return {
    clientId: client.id,
    texts: form.values,
    errors: form.errors,
    setText: (name: string, text: string) => form.setFieldValue(name, text),
    focus: (name: string) => form.getInputNode(name)?.focus(),
    isDirty: Object.keys(changes).length + Object.keys(errors).length > 0,
    isSaving: update.isPending,
    isFailed: update.isError,
    submit,
  };
}
