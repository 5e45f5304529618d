import { parseFieldValue } from '@ledgerline/contract/clients/field-values';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalogue';
import { CLIENT_STATUSES } from '@ledgerline/contract/clients/fields/identity';
import type { FieldError } from '@ledgerline/contract/errors';
import {
  clientFieldError,
  dateDisplay,
  NEW_CLIENT_AGE_YEARS,
  newClientDefaultDob,
} from '@ledgerline/contract/rules';
import { Alert, Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { DateInput } from '../../components/ui/date-input.tsx';
import { PhoneInput } from '../../components/ui/phone-input.tsx';
import { localToday } from './client-display.ts';
import { type NewClientStart, newClientFrom } from './new-client-values.ts';

export interface NewClientValues {
  client_first_name: string;
  client_last_name: string;
  primary_email: string;
  primary_phone: string;
  dob: string | null;
  status: string;
}

interface ClientFormProps {
  /** The search that found nobody; '' for none. */
  startFrom?: string;
  isSaving: boolean;
  /** The sentence shown when saving failed. */
  failure: string | null;
  /** What the server found wrong, field by field. */
  serverErrors: readonly FieldError[];
  onSubmit: (values: NewClientValues) => void;
  onCancel: () => void;
  onDirtyChange?: (isDirty: boolean) => void;
}

const ORDER = [
  'client_first_name',
  'client_last_name',
  'primary_email',
  'primary_phone',
  'dob',
  'status',
] as const;

const STATUS_CHOICES = CLIENT_STATUSES.map((status) => ({
  value: status,
  label: `${status.charAt(0).toUpperCase()}${status.slice(1)}`,
}));

/** The fields of a new client, with the checks and words of 0§5; unaware of dialog or page. */
export function ClientForm(props: ClientFormProps) {
  const { startFrom = '', isSaving, failure, serverErrors, onSubmit, onCancel, onDirtyChange } = props;
  const form = useNewClientForm(newClientFrom(startFrom));
  const birthDate = useDefaultDate();
  const { setErrors } = form;
  const isDirty = form.isDirty();
  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange]);
  useEffect(() => {
    if (serverErrors.length > 0)
      setErrors(Object.fromEntries(serverErrors.map(({ path, message }) => [path, message])));
  }, [serverErrors, setErrors]);
  const save = (values: NewClientValues) => {
    if (birthDate.mayBeSaved()) onSubmit(values);
  };
  const focusFirstError = (errors: Record<string, unknown>) => {
    const first = ORDER.find((name) => errors[name]);
    if (first) form.getInputNode(first)?.focus();
  };
  return (
    <form noValidate onSubmit={form.onSubmit(save, focusFirstError)} onKeyDown={ignoreHeldEnter}>
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
  form: ReturnType<typeof useNewClientForm>;
  birthDate: ReturnType<typeof useDefaultDate>;
}

function ClientFields({ form, birthDate }: ClientFieldsProps) {
  const dob = form.getInputProps('dob');
  const [start] = useState(form.values);
  const firstEmpty = (['client_first_name', 'client_last_name', 'primary_email'] as const).find(
    (name) => start[name] === '',
  );
  const focused = (name: string) => ({ 'data-autofocus': name === firstEmpty || undefined });
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label="First name"
          withAsterisk
          {...focused('client_first_name')}
          autoComplete="off"
          {...form.getInputProps('client_first_name')}
        />
        <TextInput
          label="Last name"
          withAsterisk
          {...focused('client_last_name')}
          autoComplete="off"
          {...form.getInputProps('client_last_name')}
        />
      </SimpleGrid>
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        {...focused('primary_email')}
        {...form.getInputProps('primary_email')}
      />
      <PhoneInput label="Phone" {...form.getInputProps('primary_phone')} value={form.values.primary_phone} />
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

function useNewClientForm(start: NewClientStart) {
  return useForm<NewClientValues>({
    initialValues: {
      ...start,
      dob: newClientDefaultDob({ today: localToday() }),
      status: 'new',
    },
    validate: {
      client_first_name: (value) => clientFieldError({ field: 'client_first_name', value }),
      client_last_name: (value) => clientFieldError({ field: 'client_last_name', value }),
      primary_email: (value) => clientFieldError({ field: 'primary_email', value }),
      primary_phone: (value) => clientFieldError({ field: 'primary_phone', value }),
      dob: dateError,
    },
  });
}

function dateError(value: string | null): string | null {
  const parsed = parseFieldValue(fieldNamed('dob'), value);
  return parsed.ok ? null : parsed.message;
}
