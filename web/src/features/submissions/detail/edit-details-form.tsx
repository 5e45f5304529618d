import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { RichTextInput } from '../../../components/ui/rich-text-input.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { storedToken } from '../../../lib/sign-in.ts';
import { useUpdateSubmission } from '../api.ts';

const FAILED = 'Failed to update form. Please try again.';
const NO_TOKEN = 'Authentication token not found. Please log in again.';

/** Title, folder and notes of one submission (1§2 detail modal). */
export function EditDetailsForm({ submission }: { submission: Submission }) {
  const update = useUpdateSubmission(submission.id);
  const { form, submit, isDirty, hasChanges, isSaving, failure } = useEditing({
    start: detailsOf(submission),
    check: ({ title }) => ({
      title: title.trim() === '' ? 'Please enter a title' : storedToken() === null && NO_TOKEN,
    }),
    send: ({ title, folder, notes }) =>
      update.mutateAsync({ title: title.trim(), folder: folder.trim() || null, notes }),
    successMessage: 'Form updated successfully!',
    onDone: (saved) => {
      form.setInitialValues(detailsOf(saved));
      form.setValues(detailsOf(saved));
    },
    failed: () => (storedToken() ? FAILED : NO_TOKEN),
  });
  useDialogGuard(hasChanges);
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <TextInput label="Title" maxLength={300} {...form.getInputProps('title')} />
        <TextInput label="Folder" maxLength={200} {...form.getInputProps('folder')} />
        <RichTextInput label="Notes" minHeight={80} {...form.getInputProps('notes')} />
        {failure && <Alert color="red">{failure}</Alert>}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isDirty} loading={isSaving}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function detailsOf({ title, folder, notes }: Pick<Submission, 'title' | 'folder' | 'notes'>) {
  return { title, folder: folder ?? '', notes };
}
