import { parseFieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { clientFieldError } from '@ledgerline/contract/rules';
import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import type { FormErrors, UseFormReturnType } from '@mantine/form';
import { PhoneInput } from '../../components/ui/formatted-input.tsx';
import { localDay } from '../today.ts';

/** Fields of a new client before the record exists. */
export interface NewClient {
  client_first_name: string;
  client_last_name: string;
  primary_email: string;
  primary_phone: string;
  dob: string | null;
  address: string;
  status: string;
  /** '' when unknown. */
  pref_lang: string;
  /** The client has no last name. */
  has_one_name: boolean;
}

export type NewClientForm = UseFormReturnType<NewClient>;

export const EMPTY_CLIENT: NewClient = {
  client_first_name: '',
  client_last_name: '',
  primary_email: '',
  primary_phone: '',
  dob: null,
  address: '',
  status: 'new',
  pref_lang: '',
  has_one_name: false,
};

const CONTACT = ['client_first_name', 'client_last_name', 'primary_email', 'primary_phone'] as const;

/** Field errors of a new client, in the words of 0§5. */
export function newClientErrors(values: NewClient): FormErrors {
  const dob = parseFieldValue(fieldNamed('dob'), values.dob, { today: localDay() });
  return {
    ...Object.fromEntries(CONTACT.map((field) => [field, clientFieldError({ field, value: values[field] })])),
    ...(values.has_one_name ? { client_last_name: null } : {}),
    dob: dob.ok ? null : dob.message,
  };
}

/** Request body; blank fields are unknown. */
export function newClientBody(values: NewClient) {
  return {
    client_first_name: values.client_first_name.trim(),
    client_last_name: values.has_one_name ? null : values.client_last_name.trim(),
    primary_email: values.primary_email.trim() || null,
    primary_phone: values.primary_phone.trim() || null,
    dob: values.dob || null,
    address: values.address.trim() || undefined,
    status: values.status,
    pref_lang: values.pref_lang || undefined,
    // The server rejects a request with any other name.
  } satisfies Partial<Record<FieldName, string | null | undefined>>;
}

interface ContactFieldsProps {
  form: NewClientForm;
  /** The field that has the focus on opening. */
  first: 'client_first_name' | 'client_last_name' | 'primary_email' | undefined;
}

/** Name and contact details. */
export function ContactFields({ form, first }: ContactFieldsProps) {
  const input = (name: NonNullable<typeof first>) => ({
    ...form.getInputProps(name),
    autoComplete: 'off',
    // On a page; in a dialog, the focus trap reads the attribute.
    autoFocus: name === first,
    'data-autofocus': name === first || undefined,
  });
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="First name" withAsterisk {...input('client_first_name')} />
        <TextInput
          label="Last name"
          withAsterisk={!form.values.has_one_name}
          {...input('client_last_name')}
          {...(form.values.has_one_name ? { disabled: true, value: '' } : {})}
        />
      </SimpleGrid>
      <Checkbox
        label="This person has only one name"
        {...form.getInputProps('has_one_name', { type: 'checkbox' })}
      />
      <TextInput label="Email" inputMode="email" {...input('primary_email')} />
      <PhoneInput label="Phone" {...form.getInputProps('primary_phone')} value={form.values.primary_phone} />
    </>
  );
}
