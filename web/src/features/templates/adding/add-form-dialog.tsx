import { FORM_TYPES } from '@ledgerline/contract/rules';
import { Button, Group, Input, SegmentedControl, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type DialogGuard, GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { formType } from '../../../domain/forms/form-type.ts';
import { useFolders, useTemplates } from '../api.ts';
import { ChoicesAlert } from '../editor/choices-alert.tsx';
import { DocusignInstructions } from '../editor/docusign-instructions.tsx';
import { FormAlert } from '../editor/form-alert.tsx';
import { UploadBar } from '../previews/upload-bar.tsx';
import { AddFormFields } from './add-form-fields.tsx';
import { type NewFormValues, newFormValues } from './new-form-values.ts';
import { useAddForm } from './use-add-form.ts';

interface AddFormDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Registers a form of any type (0§5 Add form). */
export function AddFormDialog({ opened, onClose }: AddFormDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Add New Form" size="md">
      {(guard) => <Body guard={guard} onClose={onClose} />}
    </GuardedModal>
  );
}

function Body({ guard, onClose }: { guard: DialogGuard; onClose: () => void }) {
  const templates = useTemplates();
  const folders = useFolders();
  const [values, setValues] = useState(() => newFormValues('Web Form'));
  const adding = useAddForm(templates.data ?? [], onClose);
  function change(changes: Partial<NewFormValues>) {
    setValues({ ...values, ...changes });
    guard.setDirty(true);
    adding.reset();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void adding.save(values);
  }
  const isMade = adding.created !== null;
  // A web form is chosen from a list that hides those registered: it has to be known.
  const isReady = values.type !== 'Web Form' || (values.webForm !== null && templates.data !== undefined);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TypeChoice
          value={values.type}
          disabled={isMade}
          onChange={(type) => {
            setValues({ ...newFormValues(type), folder_id: values.folder_id });
            adding.reset();
          }}
        />
        {values.type === 'DocuSign' ? (
          <DocusignInstructions onClose={onClose} />
        ) : (
          <>
            <ChoicesAlert />
            <AddFormFields
              values={values}
              errors={adding.errors}
              templates={templates.data ?? []}
              folders={folders.data ?? []}
              isMade={isMade}
              onChange={change}
            />
            {adding.isSending && <UploadBar percent={adding.percent} />}
            <FormAlert message={adding.failure} />
            <Group justify="flex-end" gap="xs" mt="xs">
              <Button variant="default" onClick={guard.requestClose} disabled={adding.isSaving}>
                Cancel
              </Button>
              <Button type="submit" loading={adding.isSaving} disabled={!isReady}>
                {isMade ? 'Try Again' : 'Save'}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  );
}

/** Of the radio buttons the first, which is the chosen one when the dialog opens. */
const TAKES_FOCUS = { input: { 'data-autofocus': true } };

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
        attributes={TAKES_FOCUS}
      />
    </Input.Wrapper>
  );
}
