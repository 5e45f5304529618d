import { isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type ConflictCell,
  cellKey,
  conflictsOf,
  warnAboutNumbers,
} from '../../../domain/clients/conflicts.ts';
import { fieldErrors, useEditing } from '../../../domain/editing/use-editing.ts';
import { hasErrorCode } from '../../../lib/api-error.ts';
import { type Client, clientKeys, useUpdateClient } from '../api.ts';
import type { DialogDefinition } from '../record/client-cards.ts';
import { type FieldTexts, initialTexts, readChanges, sentence } from './edit-values.ts';

export type EditForm = ReturnType<typeof useEditForm>;

/** State of one edit dialog, based on the client at the time it opened. */
export function useEditForm(client: Client, definition: DialogDefinition, onSaved: () => void) {
  // What the agent saw: a value that differs by now is a colleague's edit.
  const seen = useRef(client);
  const [conflict, setConflict] = useState<ConflictCell[] | null>(null);
  const queryClient = useQueryClient();
  const names = definition.sections.flatMap((section) => section.fields);
  const read = (texts: FieldTexts) => readChanges(names, seen.current, texts);
  const update = useUpdateClient(client.id);
  const unconfirmed = hasErrorCode(update.error, 'unconfirmed_number') ? update.error : null;
  const { form, submit, isSaving, error } = useEditing({
    start: initialTexts(names, client),
    check: (texts) => read(texts).errors,
    shouldSkip(texts) {
      const isSame = Object.keys(read(texts).changes).length === 0;
      if (isSame) onSaved();
      return isSame;
    },
    async send(texts) {
      const { changes, was } = read(texts);
      try {
        const confirmed = unconfirmed ? { confirm_numbers: true as const } : {};
        return await update.mutateAsync({ ...changes, was, ...confirmed });
      } catch (failure) {
        const cells = conflictsOf(failure).flatMap(({ field, theirs = null }): ConflictCell[] =>
          isFieldName(field)
            ? [{ id: client.id, field, mine: changes[field] ?? null, theirs, isLocked: false }]
            : [],
        );
        if (cells.length > 0) {
          setConflict(cells);
          // The card behind the dialog shows the colleague's values.
          void queryClient.invalidateQueries({ queryKey: clientKeys.client(client.id) });
        }
        throw failure;
      }
    },
    onDone({ warnings }) {
      warnAboutNumbers(warnings);
      onSaved();
    },
    toFieldErrors: (failure) => fieldErrors(failure, sentence),
    logText: 'Failed to update client',
  });

  /** Saves again: the fields in `mine` overwrite the colleague's values, which the agent has now seen. */
  function resolveConflict(mine: ReadonlySet<string>) {
    for (const { id, field, theirs } of conflict ?? []) {
      seen.current = { ...seen.current, [field]: theirs };
      if (mine.has(cellKey(id, field))) continue;
      form.setFieldValue(field, initialTexts([field], seen.current)[field] ?? '');
    }
    setConflict(null);
    submit();
  }
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
    conflict,
    resolveConflict,
    /** Closes the dialog without a decision: the next save shows the conflict again. */
    dismissConflict: () => setConflict(null),
    /** Numbers to confirm: submitting again saves them as they are. */
    unconfirmed,
    goBack: update.reset,
  };
}
