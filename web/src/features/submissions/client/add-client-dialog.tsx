import { submissionAddress, submissionPerson } from '@ledgerline/contract/submissions/form-data';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { type DialogGuard, GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import {
  ContactFields,
  focusFirstError,
  type NewClient,
  type NewClientForm,
  useNewClientForm,
} from '../../../domain/clients/new-client-form.tsx';
import { useAddClient } from './use-add-client.ts';

interface AddClientDialogProps {
  /** null keeps it closed. */
  submission: Submission | null;
  onClose: () => void;
  onLinked: (clientId: number) => void;
}

/** Makes a client of who filled in a form, and gives him the form (0§2 add-client-from-form; decisions D25, D26). */
export function AddClientDialog({ submission, onClose, onLinked }: AddClientDialogProps) {
  return (
    <GuardedModal opened={submission !== null} onClose={onClose} title="Add Client from Form">
      {(guard) => submission && <Body submission={submission} guard={guard} onLinked={onLinked} />}
    </GuardedModal>
  );
}

type BodyProps = Pick<AddClientDialogProps, 'onLinked'> & { submission: Submission; guard: DialogGuard };

function Body({ submission, guard, onLinked }: BodyProps) {
  const form = useNewClientForm(startOf(submission));
  const adding = useAddClient(submission.id, form.setErrors);
  const isDirty = form.isDirty() && !adding.isCreated;
  const { setDirty } = guard;
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);

  async function save(values: NewClient) {
    const clientId = await adding.add(values);
    if (clientId === null) return;
    notifySuccess('The client was added and the form linked.');
    onLinked(clientId);
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void save(values),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Taken from the answers of “{formNameText(submission)}”. Complete what is missing.
        </Text>
        <Fields form={form} />
        {adding.failure && <Alert color="red">{adding.failure}</Alert>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={guard.requestClose} disabled={adding.isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={adding.isBusy} disabled={adding.isCreated}>
            Add Client
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Fields({ form }: { form: NewClientForm }) {
  return (
    <>
      <ContactFields form={form} first="client_first_name" />
      <DateInput label="Date of birth" isBirthday {...form.getInputProps('dob')} value={form.values.dob} />
      <TextInput label="Address" autoComplete="off" {...form.getInputProps('address')} />
    </>
  );
}

function startOf({ form_data }: Submission): Partial<NewClient> {
  const person = submissionPerson(form_data);
  return {
    client_first_name: person.first_name,
    client_last_name: person.last_name,
    primary_email: person.email,
    primary_phone: person.phone,
    dob: person.date_of_birth || null,
    address: submissionAddress(form_data),
  };
}
