import { MIN_PASSCODE_LENGTH, PASSCODE_TOO_SHORT } from '@ledgerline/contract/sessions/endpoints';
import { Alert, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { notifyError } from '../../../components/ui/notify.ts';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { BUNDLE_LIST, useBundles } from '../../../domain/forms/use-bundles.ts';
import { openSession, refreshSession, useNextSessionName } from '../api.ts';
import { ClientTitleInput } from '../client-title-input.tsx';
import type { SameForms } from './bundle-choices.ts';
import { BundleChooser } from './bundle-chooser.tsx';
import { focusInvalidField } from './custom-form-fields.tsx';
import {
  choiceCount,
  choicesWithDraft,
  chosenForms,
  type FormChoices,
  NO_CHOICES,
  suggestedName,
} from './form-choices.ts';
import { type FormCatalog, FormChooser } from './form-chooser.tsx';
import { LeftOutForms } from './left-out-forms.tsx';
import { addForms } from './use-add-forms.ts';

interface StartSessionDialogProps {
  opened: boolean;
  onClose: () => void;
  clientId: number;
  catalog: FormCatalog;
  onStarted: (sessionId: number) => void;
}

/** Start New Session (0§2): a name, an optional passcode, the forms. */
export function StartSessionDialog({ opened, onClose, ...form }: StartSessionDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Start New Session" size="lg">
      <StartSessionForm {...form} />
    </GuardedModal>
  );
}

type StartSessionFormProps = Omit<StartSessionDialogProps, 'opened' | 'onClose'> & {
  /** Initial selection: the forms of another session. */
  initial?: SameForms;
};

export function StartSessionForm(props: StartSessionFormProps) {
  const { clientId, catalog, onStarted, initial } = props;
  const next = useNextSessionName(clientId);
  const [choices, setChoices] = useState<FormChoices>({
    ...NO_CHOICES,
    templateIds: initial?.templateIds ?? [],
  });
  const [isConfirming, setConfirming] = useState(false);
  const start = useStartSession(clientId, onStarted);
  const suggested = suggestedName(choices, catalog.data ?? [], useBundles().data ?? []);
  const defaultName = suggested ?? next.name;
  const editing = useEditing({
    start: { name: UNTYPED, clientTitle: '', passcode: '' },
    check: ({ name, passcode }) =>
      (name ?? defaultName).trim() === ''
        ? { name: 'Please enter a session name' }
        : { passcode: isTooShort(passcode.trim()) && PASSCODE_TOO_SHORT },
    shouldSkip() {
      const settled = choicesWithDraft(choices);
      if (!settled) {
        flushSync(() => setChoices({ ...choices, isDraftChecked: true }));
        focusInvalidField();
        return true;
      }
      const needsConfirmation = chosenForms(settled, catalog.data ?? []).length === 0 && !isConfirming;
      setConfirming(needsConfirmation);
      return needsConfirmation;
    },
    async send({ name, clientTitle, passcode }) {
      const forms = chosenForms(choicesWithDraft(choices) ?? NO_CHOICES, catalog.data ?? []);
      const sessionName = (name ?? suggested ?? (await next.fetchName())).trim();
      return start({ name: sessionName, clientTitle, passcode, forms, bundleIds: choices.bundleIds });
    },
    failed: ({ message }) => (message === NO_ID ? NO_ID : 'Failed to create session.'),
  });
  const { form } = editing;
  const { getInputProps, values } = form;
  const name = values.name ?? defaultName;
  return (
    <>
      <DialogForm
        editing={{ ...editing, hasChanges: () => editing.hasChanges() || choiceCount(choices) > 0 }}
        save="Start Session"
        alert={editing.failure && <Alert color="red" role="alert" title={editing.failure} />}
      >
        <TextInput
          label="Session name"
          description="Only agents see it."
          {...getInputProps('name')}
          value={name}
          maxLength={200}
          required
          data-autofocus
        />
        <ClientTitleInput {...getInputProps('clientTitle')} />
        <PasswordInput
          visibilityToggleButtonProps={{ 'aria-label': 'Show the passcode', tabIndex: 0 }}
          label="Passcode"
          description="Optional. The client must enter it to open the session link."
          {...getInputProps('passcode')}
          maxLength={100}
          autoComplete="off"
        />
        {catalog.data && <BundleChooser choices={choices} onChange={setChoices} />}
        {initial && <LeftOutForms forms={initial.leftOut} changed={initial.changed} />}
        <FormChooser catalog={catalog} choices={choices} onChange={setChoices} />
      </DialogForm>
      <ConfirmDialog
        opened={isConfirming}
        title="Start without forms?"
        message={`“${name.trim()}” has no forms yet. You can add forms to it later.`}
        confirmLabel="Start Session"
        onConfirm={() => editing.submit()}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

function isTooShort(passcode: string): boolean {
  return passcode !== '' && passcode.length < MIN_PASSCODE_LENGTH;
}

/** The field shows the default name, which follows the selected forms. */
const UNTYPED: string | null = null;
const NO_ID = 'Session created, but session ID missing';

interface NewSession {
  name: string;
  clientTitle: string;
  passcode: string;
  forms: ReturnType<typeof chosenForms>;
  bundleIds: number[];
}

/** Starts the session, then adds its forms; failures are logged and skipped (1§8). */
function useStartSession(clientId: number, onStarted: (sessionId: number) => void) {
  const queryClient = useQueryClient();
  return async ({ name, clientTitle, passcode, forms, bundleIds }: NewSession): Promise<void> => {
    try {
      const id = await openSession({
        client_id: clientId,
        session_type: name,
        ...(clientTitle.trim() ? { client_title: clientTitle.trim() } : {}),
        ...(passcode ? { passcode } : {}),
        ...(bundleIds.length > 0 ? { bundle_ids: bundleIds } : {}),
      });
      if (id === null) throw new Error(NO_ID);
      const rejected = await addForms(id, forms);
      for (const { form, text, isAdded } of rejected) notifyError(isAdded ? text : skippedText(form.title));
      onStarted(id);
    } finally {
      // Failures are shown immediately, not after every list has loaded.
      void refreshSession(queryClient);
      // Last used first.
      if (bundleIds.length > 0) void queryClient.invalidateQueries({ queryKey: BUNDLE_LIST });
    }
  };
}

function skippedText(title: string): string {
  return `“${title}” could not be added to the session.`;
}
