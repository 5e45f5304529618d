import type { FieldError } from '@ledgerline/contract/errors';
import { dateDisplay, NEW_CLIENT_AGE_YEARS, newClientDefaultDob } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { STATUS_CHOICES } from '../../../domain/clients/client-status.ts';
import {
  ContactFields,
  focusFirstError,
  type NewClient,
  type NewClientForm,
  useNewClientForm,
} from '../../../domain/clients/new-client-form.tsx';
import { localDay } from '../../../domain/today.ts';
import { newClientFrom } from './new-client-values.ts';

interface ClientFormProps {
  /** The search that found nobody; '' for none. */
  startFrom?: string;
  isSaving: boolean;
  /** The sentence shown when saving failed. */
  failure: string | null;
  /** What the server found wrong, field by field. */
  serverErrors: readonly FieldError[];
  onSubmit: (values: NewClient) => void;
  onCancel: () => void;
  onDirtyChange?: (isDirty: boolean) => void;
}

/** The fields of a new client, with the checks and words of 0§5; unaware of dialog or page. */
export function ClientForm(props: ClientFormProps) {
  const { startFrom = '', isSaving, failure, serverErrors, onSubmit, onCancel, onDirtyChange } = props;
  const form = useNewClientForm({
    ...newClientFrom(startFrom),
    dob: newClientDefaultDob({ today: localDay() }),
  });
  const birthDate = useDefaultDate();
  const { setErrors } = form;
  const isDirty = form.isDirty();
  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange]);
  useEffect(() => {
    if (serverErrors.length > 0)
      setErrors(Object.fromEntries(serverErrors.map(({ path, message }) => [path, message])));
  }, [serverErrors, setErrors]);
  const save = (values: NewClient) => {
    if (birthDate.mayBeSaved()) onSubmit(values);
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(save, (errors) => focusFirstError(form, errors))}
      onKeyDown={ignoreHeldEnter}
    >
      <Stack gap="sm">
        <ClientFields form={form} birthDate={birthDate} />
        {birthDate.isAsking && (
          <BirthDateQuestion date={form.values.dob} onChange={() => form.getInputNode('dob')?.focus()} />
        )}
        {failure && <Alert color="red">{failure}</Alert>}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {birthDate.isAsking ? 'Save with This Date' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A key that is held would answer the question that its first press brought up. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/** The default birth date is nobody's: it says so until it is touched, and saving it untouched asks once (decisions O10). */
function useDefaultDate() {
  const [isTouched, setTouched] = useState(false);
  const [isAsked, setAsked] = useState(false);
  return {
    isTouched,
    isAsking: isAsked && !isTouched,
    touch: () => setTouched(true),
    mayBeSaved() {
      if (isTouched || isAsked) return true;
      setAsked(true);
      return false;
    },
  };
}

function BirthDateQuestion({ date, onChange }: { date: string | null; onChange: () => void }) {
  return (
    <Alert color="yellow" role="alert" title="Is the date of birth right?">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          It is still {dateDisplay(date)}, {NEW_CLIENT_AGE_YEARS} years before today.
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
      </SimpleGrid>
    </>
  );
}
