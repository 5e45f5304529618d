import { defaultSessionName } from '@ledgerline/contract/rules';
import { MIN_PASSCODE_LENGTH, PASSCODE_TOO_SHORT } from '@ledgerline/contract/sessions/endpoints';
import { Alert, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { type DialogGuard, GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { notifyError } from '../../../components/ui/notify.ts';
import { openSession, refreshSession } from '../api.ts';
import { focusFaultyField } from './custom-form-fields.tsx';
import { choiceCount, chosenForms, type FormChoices, NO_CHOICES, settledChoices } from './form-choices.ts';
import { type FormCatalogue, FormChooser } from './form-chooser.tsx';
import { addForms } from './use-add-forms.ts';

interface StartSessionDialogProps {
  opened: boolean;
  onClose: () => void;
  clientId: number;
  /** How many sessions are listed; the new one's default name counts on. */
  sessionCount: number;
  catalogue: FormCatalogue;
  onStarted: (sessionId: number) => void;
}

/** Start New Session (0§2): a name, an optional passcode, the forms. */
export function StartSessionDialog({ opened, onClose, ...form }: StartSessionDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Start New Session" size="lg">
      {(guard) => <StartSessionForm {...form} guard={guard} />}
    </GuardedModal>
  );
}

type StartSessionFormProps = Omit<StartSessionDialogProps, 'opened' | 'onClose'> & { guard: DialogGuard };

function StartSessionForm({ clientId, sessionCount, catalogue, onStarted, guard }: StartSessionFormProps) {
  const firstName = useRef(defaultSessionName({ existing_sessions: sessionCount })).current;
  const [name, setName] = useState(firstName);
  const [passcode, setPasscode] = useState('');
  const [passcodeError, setPasscodeError] = useState<string | null>(null);
  const [choices, setChoices] = useState<FormChoices>(NO_CHOICES);
  const [nameError, setNameError] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { start, isStarting, failure } = useStartSession(clientId, onStarted);
  const nameInput = useRef<HTMLInputElement>(null);
  const isDirty = name !== firstName || passcode !== '' || choiceCount(choices) > 0;
  const { setDirty } = guard;
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') {
      setNameError('Please enter a session name');
      nameInput.current?.focus();
      return;
    }
    if (passcode.trim() !== '' && passcode.trim().length < MIN_PASSCODE_LENGTH) {
      return setPasscodeError(PASSCODE_TOO_SHORT);
    }
    const settled = settledChoices(choices);
    if (!settled) {
      flushSync(() => setChoices({ ...choices, isDraftChecked: true }));
      return focusFaultyField();
    }
    if (choiceCount(settled) === 0) return setAsking(true);
    begin(settled);
  }
  function begin(settled: FormChoices) {
    setAsking(false);
    void start({ name: name.trim(), passcode, forms: chosenForms(settled, catalogue.groups ?? []) });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          ref={nameInput}
          label="Session name"
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setNameError(null);
          }}
          error={nameError}
          maxLength={200}
          required
          data-autofocus
        />
        <PasswordInput
          label="Passcode"
          description="Optional. The client is asked for it when opening the session link."
          value={passcode}
          onChange={(event) => {
            setPasscode(event.currentTarget.value);
            setPasscodeError(null);
          }}
          error={passcodeError}
          maxLength={100}
          autoComplete="off"
        />
        <FormChooser catalogue={catalogue} choices={choices} onChange={setChoices} />
        {failure && <Alert color="red" role="alert" title={failure} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={guard.requestClose} disabled={isStarting}>
            Cancel
          </Button>
          <Button type="submit" loading={isStarting}>
            Start Session
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isAsking}
        title="Start without forms?"
        message={`“${name.trim()}” has no forms yet. You can add forms to it later.`}
        confirmLabel="Start Session"
        onConfirm={() => begin(NO_CHOICES)}
        onClose={() => setAsking(false)}
      />
    </form>
  );
}

interface NewSession {
  name: string;
  passcode: string;
  forms: ReturnType<typeof chosenForms>;
}

/** Opens the session, then adds its forms; those that cannot be added are logged and skipped (1§8). */
function useStartSession(clientId: number, onStarted: (sessionId: number) => void) {
  const queryClient = useQueryClient();
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function start({ name, passcode, forms }: NewSession) {
    setStarting(true);
    setFailure(null);
    try {
      const id = await openSession({
        client_id: clientId,
        session_type: name,
        ...(passcode ? { passcode } : {}),
      });
      if (id === null) return setFailure('Session created, but session ID missing');
      const refused = await addForms(id, forms);
      for (const { form, text, isAdded } of refused) notifyError(isAdded ? text : skippedText(form.title));
      onStarted(id);
    } catch (error) {
      console.error('the session was not created', error);
      setFailure('Failed to create session.');
    } finally {
      setStarting(false);
      await refreshSession(queryClient);
    }
  }
  return { start, isStarting, failure };
}

function skippedText(title: string): string {
  return `“${title}” could not be added to the session.`;
}
