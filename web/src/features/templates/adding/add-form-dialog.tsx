import { FORM_TYPES } from '@ledgerline/contract/rules';
import { Button, Group, Input, List, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Openable } from '../../../components/ui/dialog.tsx';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { GuardedModal, useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { FormButtons } from '../../../domain/editing/dialog-form.tsx';
import { formType } from '../../../domain/forms/form-type.ts';
import { useFolders, useTemplates } from '../../../domain/forms/use-templates.ts';
import { invalidateTemplates } from '../api.ts';
import { ChoicesAlert } from '../editor/choices-alert.tsx';
import { UploadBar } from '../previews/upload-bar.tsx';
import { AddFormFields } from './add-form-fields.tsx';
import { type NewFormValues, newFormValues } from './new-form-values.ts';
import { useAddForm } from './use-add-form.ts';

/** Registers a form of any type (0§5 Add form). */
export function AddFormDialog({ opened, onClose }: Openable) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Add New Form" size="md">
      <Body onClose={onClose} />
    </GuardedModal>
  );
}

function Body({ onClose }: { onClose: () => void }) {
  const templates = useTemplates();
  const folders = useFolders();
  const { editing, isCreated, isSending, percent } = useAddForm(templates.data ?? [], onClose);
  const { form, change, failure } = editing;
  const { values } = form;
  // A web form is selected from a list without registered ones: that list must have loaded.
  const isReady = values.type !== 'Web Form' || (values.webForm !== null && templates.data !== undefined);
  const leave = useDialogGuard(editing.hasChanges);
  return (
    <form onSubmit={editing.submit} noValidate>
      <Stack gap="sm">
        <TypeChoice
          value={values.type}
          disabled={isCreated}
          onChange={(type) => {
            form.setInitialValues(newFormValues(type));
            change({ ...newFormValues(type), folder_id: values.folder_id });
          }}
        />
        {values.type === 'DocuSign' ? (
          <DocusignInstructions onClose={onClose} />
        ) : (
          <>
            <ChoicesAlert />
            <AddFormFields
              values={values}
              errors={form.errors}
              templates={templates.data ?? []}
              folders={folders.data ?? []}
              isCreated={isCreated}
              onChange={change}
            />
            {isSending && <UploadBar percent={percent} />}
            <FailureNote message={failure} />
            <FormButtons
              save={isCreated ? 'Try Again' : 'Save'}
              isSaving={editing.isSaving}
              onCancel={leave}
              disabled={!isReady}
              mt="xs"
            />
          </>
        )}
      </Stack>
    </form>
  );
}

/** The first radio button, which is selected when the dialog opens. */
const AUTO_FOCUS = { input: { 'data-autofocus': true } };

interface TypeChoiceProps {
  value: NewFormValues['type'];
  disabled: boolean;
  onChange: (type: NewFormValues['type']) => void;
}

function TypeChoice({ value, disabled, onChange }: TypeChoiceProps) {
  return (
    <Input.Wrapper label="Type" labelElement="div">
      <SegmentedControl
        fullWidth
        aria-label="Type"
        data={[...FORM_TYPES]}
        value={value}
        disabled={disabled}
        onChange={(chosen) => onChange(formType(chosen) ?? value)}
        attributes={AUTO_FOCUS}
      />
    </Input.Wrapper>
  );
}

/** E-signature templates are not entered here: they arrive with a sync (0§5). */
function DocusignInstructions({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  function closeAndRefresh() {
    onClose();
    void invalidateTemplates(queryClient);
  }
  return (
    <Stack gap="md">
      <Text size="sm">DocuSign forms come from the e-signature templates:</Text>
      <List type="ordered" size="sm" spacing={6}>
        <List.Item>
          Add the fillable PDF under More Options, Template Library (or create the template at the provider).
        </List.Item>
        <List.Item>Choose Sync Templates under More Options. Every template becomes a form.</List.Item>
        <List.Item>Open the new form to set its names, folder, prices and Form Link ID.</List.Item>
      </List>
      <Group justify="flex-end">
        <Button onClick={closeAndRefresh}>Close &amp; Refresh</Button>
      </Group>
    </Stack>
  );
}
