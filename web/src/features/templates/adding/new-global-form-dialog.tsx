import { FORM_TYPES } from '@ledgerline/contract/rules';
import { Alert, NativeSelect } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import type { Openable } from '../../../components/ui/dialog.tsx';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { formType } from '../../../domain/forms/form-type.ts';
import { useFolders, useTemplates } from '../../../domain/forms/use-templates.ts';
import { useCreateTemplate } from '../api.ts';
import { ChoicesAlert } from '../editor/choices-alert.tsx';
import { NameFields } from '../editor/name-fields.tsx';
import { AccountSelect } from './account-select.tsx';
import { ExternalUrlInput } from './add-form-fields.tsx';
import { FolderSelect } from './folder-select.tsx';
import {
  type NewFormValues,
  newFormErrors,
  newFormValues,
  newTemplate,
  withTitleAsNames,
} from './new-form-values.ts';
import { failureText } from './use-add-form.ts';
import { WebFormSelect } from './web-form-select.tsx';

/** The new form dialog of the card grid (1§5): DocuSign only closes it, a PDF is saved without its file (decisions F2, F3). */
export function NewGlobalFormDialog({ opened, onClose }: Openable) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="New Global Form" size="md">
      <Body onClose={onClose} />
    </GuardedModal>
  );
}

function Body({ onClose }: { onClose: () => void }) {
  const create = useCreateTemplate();
  const editing = useEditing({
    start: newFormValues('DocuSign'),
    check: (values) => (values.type === 'DocuSign' ? {} : newFormErrors(withTitleAsNames(values))),
    shouldSkip({ type }) {
      if (type === 'DocuSign') onClose();
      return type === 'DocuSign';
    },
    send: (values) => create.mutateAsync(newTemplate(withTitleAsNames(values))),
    successMessage: ({ form_name_agent }) => `“${form_name_agent}” was added.`,
    onDone: onClose,
    failed: failureText,
  });
  const { form, change, failure } = editing;
  return (
    <DialogForm editing={editing} alert={<FailureNote message={failure} />} save="Save" mt="xs">
      <ChoicesAlert />
      <Fields values={form.values} errors={form.errors} onChange={change} />
    </DialogForm>
  );
}

interface FieldsProps {
  values: NewFormValues;
  errors: FormErrors;
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
