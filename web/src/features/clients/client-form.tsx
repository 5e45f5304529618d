import { parseFieldValue } from '@ledgerline/contract/clients/field-values';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalogue';
import { CLIENT_STATUSES } from '@ledgerline/contract/clients/fields/identity';
import type { FieldError } from '@ledgerline/contract/errors';
import { clientFieldError, newClientDefaultDob } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { DateInput } from '../../components/ui/date-input.tsx';
import { PhoneInput } from '../../components/ui/phone-input.tsx';
import { localToday } from './client-display.ts';

export interface NewClientValues {
  client_first_name: string;
  client_last_name: string;
  primary_email: string;
  primary_phone: string;
  dob: string | null;
  status: string;
}

interface ClientFormProps {
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
  const { isSaving, failure, serverErrors, onSubmit, onCancel, onDirtyChange } = props;
  const form = useNewClientForm();
  const { setErrors } = form;
  const isDirty = form.isDirty();
  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange]);
  useEffect(() => {
    if (serverErrors.length > 0)
      setErrors(Object.fromEntries(serverErrors.map(({ path, message }) => [path, message])));
  }, [serverErrors, setErrors]);
  const focusFirstError = (errors: Record<string, unknown>) => {
    const first = ORDER.find((name) => errors[name]);
    if (first) form.getInputNode(first)?.focus();
  };
  return (
    <form noValidate onSubmit={form.onSubmit(onSubmit, focusFirstError)}>
      <Stack gap="sm">
        {failure && <Alert color="red">{failure}</Alert>}
        <ClientFields form={form} />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ClientFields({ form }: { form: ReturnType<typeof useNewClientForm> }) {
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label="First name"
          withAsterisk
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('client_first_name')}
        />
        <TextInput
          label="Last name"
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('client_last_name')}
        />
      </SimpleGrid>
      <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('primary_email')} />
      <PhoneInput label="Phone" {...form.getInputProps('primary_phone')} value={form.values.primary_phone} />
      <SimpleGrid cols={2} spacing="sm">
        <DateInput label="Date of birth" isBirthday {...form.getInputProps('dob')} value={form.values.dob} />
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

function useNewClientForm() {
  return useForm<NewClientValues>({
    initialValues: {
      client_first_name: '',
      client_last_name: '',
      primary_email: '',
      primary_phone: '',
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
