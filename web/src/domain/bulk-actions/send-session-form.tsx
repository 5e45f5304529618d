import { Select, Text, TextInput } from '@mantine/core';
import { LoadAlert } from '../../components/ui/retry-button.tsx';
import { DialogForm } from '../editing/dialog-form.tsx';
import { useEditing } from '../editing/use-editing.ts';
import { useBundles } from '../forms/use-bundles.ts';
import { eachClientText } from './action-texts.ts';
import type { FormProps } from './bulk-forms.ts';
import { createOperation } from './use-operations.ts';

const START: { bundle: string | null; session_type: string } = { bundle: null, session_type: '' };

/** A session with the forms of a bundle for each client, whose link is emailed. */
export function SendSessionForm({ count, selection, onPrepared }: FormProps) {
  const bundles = useBundles();
  const editing = useEditing({
    start: START,
    check: ({ bundle, session_type }) => ({
      bundle: bundle === null && 'Choose a bundle',
      session_type: session_type.trim() === '' && 'Please enter a session name',
    }),
    send: ({ bundle, session_type }) =>
      createOperation({
        action: { kind: 'send_session', params: { bundle_id: Number(bundle), session_type } },
        selection,
      }),
    onDone: ({ id }) => onPrepared(id),
  });
  const { form, change } = editing;
  const { bundle, session_type } = form.values;
  const nameOf = (id: string | null) => bundles.data?.find((one) => String(one.id) === id)?.name ?? '';
  return (
    <DialogForm editing={editing} save="Preview">
      <Text size="sm">
        {`Starts a session for ${eachClientText(count)} and emails its link. You will see a preview before anything is sent. Sent emails cannot be undone.`}
      </Text>
      {bundles.error && (
        <LoadAlert
          text="The bundles could not be loaded."
          onRetry={() => void bundles.refetch()}
          isRetrying={bundles.isFetching}
        />
      )}
      <Select
        label="Bundle of forms"
        required
        data-autofocus
        placeholder={bundles.isPending ? 'Loading bundles…' : 'Choose a bundle'}
        description={
          bundles.data?.length === 0
            ? 'There are no bundles yet. Owners and developers add them under Forms.'
            : undefined
        }
        allowDeselect={false}
        data={(bundles.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={bundle}
        error={form.errors.bundle ?? form.errors.bundle_id}
        onChange={(chosen) => {
          const isSuggested = session_type === '' || session_type === nameOf(bundle);
          change({ bundle: chosen, ...(isSuggested ? { session_type: nameOf(chosen) } : {}) });
        }}
      />
      <TextInput
        label="Session name"
        description="Only agents see it."
        required
        maxLength={200}
        {...form.getInputProps('session_type')}
      />
    </DialogForm>
  );
}
