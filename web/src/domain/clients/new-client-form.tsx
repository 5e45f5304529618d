import { parseFieldValue } from '@ledgerline/contract/clients/field-values';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalogue';
import { clientFieldError } from '@ledgerline/contract/rules';
import { SimpleGrid, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { PhoneInput } from '../../components/ui/phone-input.tsx';

/** What a new client can be given before his record is there. */
export interface NewClient {
  client_first_name: string;
  client_last_name: string;
  primary_email: string;
  primary_phone: string;
  dob: string | null;
  address: string;
  status: string;
}

export type NewClientForm = UseFormReturnType<NewClient>;

/** The values of a new client with the checks and words of 0§5. */
export function useNewClientForm(start: Partial<NewClient>): NewClientForm {
  return useForm<NewClient>({
    initialValues: { ...NOTHING, ...start },
    validate: {
      client_first_name: (value) => clientFieldError({ field: 'client_first_name', value }),
      client_last_name: (value) => clientFieldError({ field: 'client_last_name', value }),
      primary_email: (value) => clientFieldError({ field: 'primary_email', value }),
      primary_phone: (value) => clientFieldError({ field: 'primary_phone', value }),
      dob: dateError,
    },
  });
}

const NOTHING: NewClient = {
  client_first_name: '',
  client_last_name: '',
  primary_email: '',
  primary_phone: '',
  dob: null,
  address: '',
  status: 'new',
};

function dateError(value: string | null): string | null {
  const parsed = parseFieldValue(fieldNamed('dob'), value);
  return parsed.ok ? null : parsed.message;
}

/** In the order of their fields. */
export function focusFirstError(form: NewClientForm, errors: Record<string, unknown>): void {
  const first = Object.keys(NOTHING).find((name) => errors[name]);
  if (first) form.getInputNode(first)?.focus();
}

/** As the server takes it; what is blank is not known. */
export function newClientBody(values: NewClient) {
  return {
    client_first_name: values.client_first_name.trim(),
    client_last_name: values.client_last_name.trim(),
    primary_email: values.primary_email.trim() || null,
    primary_phone: values.primary_phone.trim() || null,
    dob: values.dob || null,
    ...(values.address.trim() === '' ? {} : { address: values.address.trim() }),
    status: values.status,
  };
}

interface ContactFieldsProps {
  form: NewClientForm;
  /** The field that a dialog opens with. */
  first: 'client_first_name' | 'client_last_name' | 'primary_email' | undefined;
}

/** Who the client is and how to reach him. */
export function ContactFields({ form, first }: ContactFieldsProps) {
  const input = (name: NonNullable<typeof first>) => ({
    ...form.getInputProps(name),
    autoComplete: 'off',
    'data-autofocus': name === first || undefined,
  });
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="First name" withAsterisk {...input('client_first_name')} />
        <TextInput label="Last name" withAsterisk {...input('client_last_name')} />
      </SimpleGrid>
      <TextInput label="Email" type="email" {...input('primary_email')} />
      <PhoneInput label="Phone" {...form.getInputProps('primary_phone')} value={form.values.primary_phone} />
    </>
  );
}
