import { isVoided } from '@ledgerline/contract/rules';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { GuardedModal, useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { QuietButton } from '../../../components/ui/quiet-button.tsx';
import { FormButtons } from '../../../domain/editing/dialog-form.tsx';
import { useSessionForms } from '../api.ts';
import { focusInvalidField } from '../choosing/custom-form-fields.tsx';
import {
  choiceCount,
  choicesWithDraft,
  chosenForms,
  type FormChoices,
  type NamedForm,
  NO_CHOICES,
} from '../choosing/form-choices.ts';
import { type FormCatalog, FormChooser } from '../choosing/form-chooser.tsx';
import { useAddForms } from '../choosing/use-add-forms.ts';
import { SessionFormRow, type SessionFormTools } from './session-form-row.tsx';
import styles from './session-forms-card.module.css';
import { SignFormDialog } from './sign-form-dialog.tsx';

interface SessionFormsCardProps {
  sessionId: number;
  catalog: FormCatalog;
  tools: SessionFormTools;
}

/** The forms as a checklist: what is done, and who is next. */
export function SessionFormsCard({ sessionId, catalog, tools }: SessionFormsCardProps) {
  const forms = useSessionForms(sessionId);
  const [isAdding, adding] = useDisclosure(false);
  const addButton = (
    <Group gap={4}>
      {tools.requestDocuments}
      <QuietButton icon={IconPlus} onClick={adding.open} disabled={!forms.data}>
        Add Forms
      </QuietButton>
    </Group>
  );
  return (
    <CardFrame title="Forms & Documents" aside={addButton}>
      <Loaded
        query={forms}
        failed="The forms could not be loaded."
        loading={<LoadingRows rows={3} height={52} label="Loading forms" />}
        isInCard
      >
        {(data) => <FormList forms={data} sessionId={sessionId} tools={tools} />}
      </Loaded>
      <AddFormsDialog
        opened={isAdding}
        onClose={adding.close}
        sessionId={sessionId}
        usedIds={usedTemplates(forms.data ?? [])}
        catalog={catalog}
      />
    </CardFrame>
  );
}

interface FormListProps {
  forms: readonly SubmissionRow[];
  sessionId: number;
  tools: SessionFormTools;
}

function FormList({ forms, sessionId, tools }: FormListProps) {
  const [signing, setSigning] = useState<SubmissionRow | null>(null);
  const voided = forms.filter(isVoided);
  const live = forms.filter((form) => !isVoided(form));
  const rows = (list: readonly SubmissionRow[]) =>
    list.map((form, index) => (
      <SessionFormRow
        key={form.id}
        form={form}
        number={index + 1}
        tools={tools}
        onSign={() => setSigning(form)}
      />
    ));
  return (
    <>
      {live.length === 0 ? (
        <Text size="sm" c="dimmed">
          No forms yet. Choose “Add Forms” to add the first ones to this session.
        </Text>
      ) : (
        <ol className={styles.list}>{rows(live)}</ol>
      )}
      {voided.length > 0 && (
        <section aria-labelledby="voided-forms">
          <h3 id="voided-forms" className={styles.heading}>
            Voided Forms
          </h3>
          <ol className={styles.list}>{rows(voided)}</ol>
        </section>
      )}
      {signing && <SignFormDialog sessionId={sessionId} form={signing} onClose={() => setSigning(null)} />}
    </>
  );
}

/** Voided ones can be added again (decisions G13). */
function usedTemplates(forms: readonly SubmissionRow[]): ReadonlySet<number> {
  return new Set(forms.filter((form) => !isVoided(form)).flatMap(({ form_id }) => form_id ?? []));
}

interface AddFormsDialogProps {
  opened: boolean;
  onClose: () => void;
  sessionId: number;
  /** Templates that are already in the session. */
  usedIds: ReadonlySet<number>;
  catalog: FormCatalog;
}

/** Adds forms to a session: templates it does not have yet, and custom ones. */
function AddFormsDialog({ opened, onClose, ...form }: AddFormsDialogProps) {
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
    const complete = choicesWithDraft(choices);
    if (!complete) {
      flushSync(() => setChoices({ ...choices, isDraftChecked: true }));
      return focusInvalidField();
    }
    const forms = chosenForms(complete, catalog.data ?? []);
    if (forms.length === 0) return setFailures(['Please select at least one form']);
    setAdding(true);
    setFailures([]);
    const rejected = await addForms(forms);
    setAdding(false);
    if (rejected.length === 0) return onDone();
    setFailures([...new Set(rejected.map(({ text }) => text))]);
    setChoices(
      remaining(
        complete,
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
