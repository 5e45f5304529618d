import { PREFERRED_LANGUAGES } from '@ledgerline/contract/languages';
import { dateDisplay, NEW_CLIENT_AGE_YEARS, newClientDefaultDob } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { SearchSelect } from '../../../components/ui/search-select.tsx';
import { STATUS_CHOICES } from '../../../domain/clients/client-status.ts';
import { LikelyClients, useLikelyClients } from '../../../domain/clients/likely-clients.tsx';
import {
  ContactFields,
  EMPTY_CLIENT,
  type NewClient,
  type NewClientForm,
  newClientBody,
  newClientErrors,
} from '../../../domain/clients/new-client-form.tsx';
import { FormButtons } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { localDay } from '../../../domain/today.ts';
import { ignoreRepeatedEnter } from '../../../lib/events.ts';
import { useCreateClient } from '../api.ts';
import { newClientFrom } from './new-client-values.ts';

interface NewClientOptions {
  /** The search that had no results; '' for none. */
  startFrom?: string;
  onSaved: (id: number, values: NewClient) => void;
  /** The agent continues with an existing client. */
  onUse: (id: number) => void;
}

/** Form for a new client, shared by dialog and page, with the validation and messages of 0§5. */
export function useNewClient({ startFrom = '', onSaved, onUse }: NewClientOptions) {
  const create = useCreateClient();
  const birthDate = useDefaultDate();
  const likely = useLikelyClients();
  const editing = useEditing({
    start: { ...EMPTY_CLIENT, ...newClientFrom(startFrom), dob: newClientDefaultDob({ today: localDay() }) },
    check: newClientErrors,
    shouldSkip: () => !birthDate.mayBeSaved(),
    mayBeSent: likely.mayBeSaved,
    send: (values) => create.mutateAsync(newClientBody(values)),
    onDone: ({ id }, values) => onSaved(id, values),
    failed: 'Failed to save client data. Please try again.',
  });
  return { editing, birthDate, likely: likely.of(editing.form.values), onUse };
}

type ClientFormProps = ReturnType<typeof useNewClient> & { onCancel: () => void };

/** The fields of a new client, independent of dialog or page. */
export function ClientForm({ editing, birthDate, likely, onUse, onCancel }: ClientFormProps) {
  const { form, submit, failure, isSaving } = editing;
  // A repeated Enter would confirm the prompt that the first one opened.
  return (
    <form noValidate onSubmit={submit} onKeyDown={ignoreRepeatedEnter}>
      <Stack gap="sm">
        <ClientFields form={form} birthDate={birthDate} />
        {birthDate.isConfirming && (
          <BirthDateQuestion date={form.values.dob} onChange={() => form.getInputNode('dob')?.focus()} />
        )}
        {likely.length > 0 && <LikelyClients clients={likely} onUse={onUse} />}
        {failure && <Alert color="red">{failure}</Alert>}
        <FormButtons
          save={saveLabel(likely.length > 0, birthDate.isConfirming)}
          isSaving={isSaving}
          onCancel={onCancel}
          mt="xs"
        />
      </Stack>
    </form>
  );
}

function saveLabel(isLikelyKnown: boolean, isConfirmingDate: boolean): string {
  if (isLikelyKnown) return 'Add Anyway';
  return isConfirmingDate ? 'Save with This Date' : 'Save';
}

/**
 * The default birth date is a placeholder. A hint says so until it is edited, and saving it unedited asks for
 * confirmation once (decisions O10).
 */
function useDefaultDate() {
  const [isTouched, setTouched] = useState(false);
  const [needsConfirmation, setNeedsConfirmation] = useState(false);
  return {
    isTouched,
    isConfirming: needsConfirmation && !isTouched,
    touch: () => setTouched(true),
    mayBeSaved() {
      if (isTouched || needsConfirmation) return true;
      setNeedsConfirmation(true);
      return false;
    },
  };
}

function BirthDateQuestion({ date, onChange }: { date: string | null; onChange: () => void }) {
  return (
    <Alert color="yellow" role="alert" title="Is the date of birth right?">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          The suggested date, {dateDisplay(date)}, was not changed. It is {NEW_CLIENT_AGE_YEARS} years before
          today.
        </Text>
        <Button size="compact-sm" variant="default" onClick={onChange}>
          Change the Date
        </Button>
      </Group>
    </Alert>
  );
}

interface ClientFieldsProps {
  form: NewClientForm;
  birthDate: ReturnType<typeof useDefaultDate>;
}

function ClientFields({ form, birthDate }: ClientFieldsProps) {
  const dob = form.getInputProps('dob');
  const [start] = useState(form.values);
  const firstEmpty = (['client_first_name', 'client_last_name', 'primary_email'] as const).find(
    (name) => start[name] === '',
  );
  return (
    <>
      <ContactFields form={form} first={firstEmpty} />
      <SimpleGrid cols={2} spacing="sm">
        <DateInput
          label="Date of birth"
          isBirthday
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={birthDate.isTouched ? undefined : `${NEW_CLIENT_AGE_YEARS} years ago. Check the date.`}
          {...dob}
          value={form.values.dob}
          onChange={(date) => {
            birthDate.touch();
            dob.onChange(date);
          }}
        />
        <Select
          label="Status"
          data={STATUS_CHOICES}
          allowDeselect={false}
          {...form.getInputProps('status')}
        />
        <SearchSelect
          label="Language"
          description="For links and emails"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="Not set"
          clearable
          data={PREFERRED_LANGUAGES}
          {...form.getInputProps('pref_lang')}
          onChange={(language) => form.setFieldValue('pref_lang', language ?? '')}
        />
      </SimpleGrid>
    </>
  );
}
