import { FORM_TYPES } from '@ledgerline/contract/rules';
import { Alert, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type DialogGuard, GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { formType } from '../../../domain/forms/form-type.ts';
import { useCreateTemplate, useFolders, useTemplates } from '../api.ts';
import { ChoicesAlert } from '../editor/choices-alert.tsx';
import { FormAlert } from '../editor/form-alert.tsx';
import { NameFields } from '../editor/name-fields.tsx';
import { AccountSelect } from './account-select.tsx';
import { ExternalUrlInput } from './add-form-fields.tsx';
import { FolderSelect } from './folder-select.tsx';
import {
  type NewFormErrors,
  type NewFormValues,
  newFormErrors,
  newFormValues,
  newTemplate,
  withTitleAsNames,
} from './new-form-values.ts';
import { failureText } from './use-add-form.ts';
import { WebFormSelect } from './web-form-select.tsx';

interface NewGlobalFormDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** The new form dialog of the card grid (1§5): DocuSign only closes it, a PDF is saved without its file (decisions F2, F3). */
export function NewGlobalFormDialog({ opened, onClose }: NewGlobalFormDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="New Global Form" size="md">
      {(guard) => <Body guard={guard} onClose={onClose} />}
    </GuardedModal>
  );
}

function Body({ guard, onClose }: { guard: DialogGuard; onClose: () => void }) {
  const [values, setValues] = useState(() => newFormValues('DocuSign'));
  const [errors, setErrors] = useState<NewFormErrors>({});
  const create = useCreateTemplate();
  function change(changes: Partial<NewFormValues>) {
    setValues({ ...values, ...changes });
    setErrors({});
    create.reset();
    guard.setDirty(true);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (values.type === 'DocuSign') return onClose();
    const named = withTitleAsNames(values);
    const wrong = newFormErrors(named);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    create.mutate(newTemplate(named), {
      onSuccess: ({ form_name_agent }) => {
        notifySuccess(`“${form_name_agent}” was added.`);
        onClose();
      },
      onError: (error) => console.error('the form was not added', error),
    });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ChoicesAlert />
        <Fields values={values} errors={errors} onChange={change} />
        <FormAlert message={create.error && failureText(create.error)} />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={guard.requestClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldsProps {
  values: NewFormValues;
  errors: NewFormErrors;
  onChange: (changes: Partial<NewFormValues>) => void;
}

function Fields({ values, errors, onChange }: FieldsProps) {
  const templates = useTemplates();
  const folders = useFolders();
  return (
    <>
      <NativeSelect
        label="Type"
        name="type"
        data={[...FORM_TYPES]}
        value={values.type}
        onChange={(event) => onChange({ type: formType(event.currentTarget.value) ?? values.type })}
        data-autofocus
      />
      {values.type === 'PDF' && (
        <Alert color="blue" py={10}>
          PDF upload not wired yet. Save metadata only for now.
        </Alert>
      )}
      {values.type === 'Web Form' && (
        <WebFormSelect
          templates={templates.data ?? []}
          value={values.webForm}
          onChange={(webForm) => onChange({ webForm })}
          error={errors.webForm}
        />
      )}
      <NameFields
        names={values}
        onChange={onChange}
        errors={errors}
        fallback={values.type === 'Web Form' ? values.webForm?.title : undefined}
      />
      {values.type === 'Link' && (
        <ExternalUrlInput
          value={values.external_url}
          onChange={(external_url) => onChange({ external_url })}
          error={errors.external_url ?? errors.form_link_id}
        />
      )}
      <FolderSelect
        folders={folders.data ?? []}
        value={values.folder_id}
        onChange={(folder_id) => onChange({ folder_id })}
      />
      <AccountSelect
        value={values.square_account}
        onChange={(square_account) => onChange({ square_account })}
      />
    </>
  );
}
