import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { RichTextInput } from '../../../components/ui/rich-text-input.tsx';
import { ApiError } from '../../../lib/http.ts';
import { storedToken } from '../../../lib/sign-in.ts';
import { useUpdateSubmission } from '../api.ts';

const FAILED = 'Failed to update form. Please try again.';
const NO_TOKEN = 'Authentication token not found. Please log in again.';

interface EditDetailsFormProps {
  submission: Submission;
  onDirtyChange: (isDirty: boolean) => void;
}

/** Title, folder and notes of one submission (1§2 detail modal). */
export function EditDetailsForm({ submission, onDirtyChange }: EditDetailsFormProps) {
  const form = useDetails(submission);
  const { save, failure, isSaving } = useSave(submission.id, form);
  const isDirty = form.isDirty();
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void save(values))}>
      <Stack gap="sm">
        <TextInput label="Title" maxLength={300} {...form.getInputProps('title')} />
        <TextInput label="Folder" maxLength={200} {...form.getInputProps('folder')} />
        <RichTextInput
          label="Notes"
          minHeight={80}
          value={form.values.notes}
          onChange={(html) => form.setFieldValue('notes', html)}
        />
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

interface Details {
  title: string;
  folder: string;
  notes: string;
}

function useDetails({ title, folder, notes }: Submission) {
  return useForm({
    initialValues: { title, folder: folder ?? '', notes },
    validate: { title: (value) => (value.trim() === '' ? 'Please enter a title' : null) },
  });
}

function useSave(id: number, form: ReturnType<typeof useDetails>) {
  const update = useUpdateSubmission(id);
  const failure = update.error && (storedToken() ? FAILED : NO_TOKEN);

  async function save({ title, folder, notes }: Details) {
    if (!storedToken()) return form.setErrors({ title: NO_TOKEN });
    try {
      const saved = await update.mutateAsync({ title: title.trim(), folder: folder.trim() || null, notes });
      form.resetDirty({ title: saved.title, folder: saved.folder ?? '', notes: saved.notes });
      form.setValues({ title: saved.title, folder: saved.folder ?? '', notes: saved.notes });
      notifySuccess('Form updated successfully!');
    } catch (error) {
      console.error('the form could not be updated', error);
      if (error instanceof ApiError)
        form.setErrors(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
    }
  }
  return { save, failure, isSaving: update.isPending };
}
