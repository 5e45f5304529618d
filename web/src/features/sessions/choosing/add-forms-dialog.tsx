import { Alert, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { GuardedModal, useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { FormButtons } from '../../../domain/editing/dialog-form.tsx';
import { focusInvalidField } from './custom-form-fields.tsx';
import {
  choiceCount,
  chosenForms,
  type FormChoices,
  type NamedForm,
  NO_CHOICES,
  settledChoices,
} from './form-choices.ts';
import { type FormCatalog, FormChooser } from './form-chooser.tsx';
import { useAddForms } from './use-add-forms.ts';

interface AddFormsDialogProps {
  opened: boolean;
  onClose: () => void;
  sessionId: number;
  /** Templates that are already in the session. */
  usedIds: ReadonlySet<number>;
  catalog: FormCatalog;
}

/** Adds forms to a session: templates it does not have yet, and custom ones. */
export function AddFormsDialog({ opened, onClose, ...form }: AddFormsDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Add Forms" size="lg">
      <AddFormsForm {...form} onDone={onClose} />
    </GuardedModal>
  );
}

interface AddFormsFormProps extends Omit<AddFormsDialogProps, 'opened' | 'onClose'> {
  onDone: () => void;
}

function AddFormsForm({ sessionId, usedIds, catalog, onDone }: AddFormsFormProps) {
  const [choices, setChoices] = useState<FormChoices>(NO_CHOICES);
  const [failures, setFailures] = useState<string[]>([]);
  const [isAdding, setAdding] = useState(false);
  const addForms = useAddForms(sessionId);
  const isDirty = choiceCount(choices) > 0;
  const leave = useDialogGuard(isDirty);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const settled = settledChoices(choices);
    if (!settled) {
      flushSync(() => setChoices({ ...choices, isDraftChecked: true }));
      return focusInvalidField();
    }
    const forms = chosenForms(settled, catalog.data ?? []);
    if (forms.length === 0) return setFailures(['Please select at least one form']);
    setAdding(true);
    setFailures([]);
    const rejected = await addForms(forms);
    setAdding(false);
    if (rejected.length === 0) return onDone();
    setFailures([...new Set(rejected.map(({ text }) => text))]);
    setChoices(
      remaining(
        settled,
        rejected.filter(({ isAdded }) => !isAdded).map(({ form }) => form),
      ),
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <FormChooser catalog={catalog} usedIds={usedIds} choices={choices} onChange={setChoices} />
        {failures.map((text) => (
          <Alert key={text} color="red" role="alert" title={text} />
        ))}
        <FormButtons
          save={isDirty ? `Add ${choiceCount(choices)} to Session` : 'Add to Session'}
          isSaving={isAdding}
          onCancel={leave}
        />
      </Stack>
    </form>
  );
}

/** Forms that could not be added stay selected. */
function remaining(choices: FormChoices, rejected: readonly NamedForm[]): FormChoices {
  const ids = new Set(rejected.map(({ body }) => body.form_id));
  const titles = new Set(rejected.map(({ title }) => title));
  return {
    ...choices,
    templateIds: choices.templateIds.filter((id) => ids.has(id)),
    customForms: choices.customForms.filter(({ title }) => titles.has(title)),
  };
}
