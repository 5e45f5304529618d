import { linkFormErrorMessage } from '@ledgerline/contract/rules';
import { submissionAddress, submissionPerson } from '@ledgerline/contract/submissions/form-data';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Alert, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { LikelyClients, useLikelyClients } from '../../../domain/clients/likely-clients.tsx';
import {
  ContactFields,
  EMPTY_CLIENT,
  type NewClient,
  type NewClientForm,
  newClientBody,
  newClientErrors,
} from '../../../domain/clients/new-client-form.tsx';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useCreateClientFromForm, useUpdateSubmission } from '../api.ts';

interface AddClientDialogProps {
  /** null keeps it closed. */
  submission: Submission | null;
  onClose: () => void;
  onLinked: (clientId: number) => void;
}

/** Creates a client from a form's answers and links the form (0§2 add-client-from-form; decisions D25, D26). */
export function AddClientDialog({ submission, onClose, onLinked }: AddClientDialogProps) {
  return (
    <GuardedModal opened={submission !== null} onClose={onClose} title="Add Client from Form">
      {submission && <Body submission={submission} onLinked={onLinked} />}
    </GuardedModal>
  );
}

/** The three failure cases (0§8). */
const TEXTS = {
  noId: 'Failed to create client - no ID returned',
  notLinked: 'Client created but failed to link to form. Please link manually.',
  failed: 'Failed to create client. Please try again.',
} as const;

type BodyProps = Pick<AddClientDialogProps, 'onLinked'> & { submission: Submission };

function Body({ submission, onLinked }: BodyProps) {
  const create = useCreateClientFromForm();
  const link = useUpdateSubmission(submission.id);
  const likely = useLikelyClients();
  const existing = useLinkExisting(link, onLinked);
  const editing = useEditing({
    start: { ...EMPTY_CLIENT, ...startOf(submission) },
    check: newClientErrors,
    mayBeSent: likely.mayBeSaved,
    async send(values) {
      const id = await create.mutateAsync(newClientBody(values));
      if (!id) throw new Error(TEXTS.noId);
      await link.mutateAsync({ client_id: id });
      return id;
    },
    successMessage: 'The client was added and the form linked.',
    onDone: onLinked,
    failed: ({ message }) => (link.isError ? TEXTS.notLinked : create.isError ? TEXTS.failed : message),
  });
  // A second click would create a duplicate client.
  const isCreated = create.isSuccess;
  const found = isCreated ? [] : likely.of(editing.form.values);
  return (
    <DialogForm
      editing={{ ...editing, hasChanges: () => editing.hasChanges() && !isCreated }}
      save={found.length > 0 ? 'Add Anyway' : 'Add Client'}
      disabled={isCreated || existing.isLinking}
    >
      <Text size="sm" c="dimmed">
        Filled in from “{formNameText(submission)}”. Complete any missing details.
      </Text>
      <Fields form={editing.form} />
      {found.length > 0 && <LikelyClients clients={found} onUse={existing.link} />}
      {existing.failure && <Alert color="red">{existing.failure}</Alert>}
    </DialogForm>
  );
}

/** Links the form to an existing client instead of a new one. */
function useLinkExisting(link: ReturnType<typeof useUpdateSubmission>, onLinked: (clientId: number) => void) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isLinking, setLinking] = useState(false);
  async function linkTo(id: number) {
    setLinking(true);
    setFailure(null);
    try {
      await link.mutateAsync({ client_id: id });
      notifySuccess('The form was linked to the existing client.');
      onLinked(id);
    } catch (error) {
      console.error('the form could not be linked to the client', error);
      setFailure(linkFormErrorMessage({ status: error instanceof ApiError ? error.status : undefined }));
    } finally {
      setLinking(false);
    }
  }
  return { failure, isLinking, link: (id: number) => void linkTo(id) };
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
