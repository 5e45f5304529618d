import { LANGUAGE_INFO } from '@ledgerline/contract/languages';
import { CLIENT_NAME_FIELDS, type ClientNameFields } from '@ledgerline/contract/submissions/form-names';
import { SimpleGrid, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';

interface FormNames extends ClientNameFields<string> {
  form_name_agent: string;
  form_name_client: string;
}

interface NameFieldsProps {
  names: FormNames;
  onChange: (names: Partial<FormNames>) => void;
  errors: FormErrors;
  /** Default of an empty name; such names are not required. */
  fallback?: string | undefined;
  disabled?: boolean;
  /** The dialog focuses the first name. */
  hasAutoFocus?: boolean;
}

/** Names in the clients' languages; when empty, the name above is used (decisions O11). */
const TRANSLATIONS = CLIENT_NAME_FIELDS.map(({ language, field }) => ({
  name: field,
  label: `${LANGUAGE_INFO[language].name} name`,
}));

/** The form's names for agents and clients. */
export function NameFields({
  names,
  onChange,
  errors,
  fallback,
  disabled = false,
  hasAutoFocus = false,
}: NameFieldsProps) {
  const shared = {
    withAsterisk: fallback === undefined,
    placeholder: fallback ?? '',
    maxLength: 300,
    disabled,
    autoComplete: 'off',
  };
  return (
    <>
      <TextInput
        {...shared}
        label="Name for agents"
        data-autofocus={hasAutoFocus || undefined}
        name="form_name_agent"
        value={names.form_name_agent}
        onChange={(event) => onChange({ form_name_agent: event.currentTarget.value })}
        error={errors.form_name_agent}
        errorProps={{ role: 'alert' }}
      />
      <TextInput
        {...shared}
        label="Name for clients"
        name="form_name_client"
        value={names.form_name_client}
        onChange={(event) => onChange({ form_name_client: event.currentTarget.value })}
        error={errors.form_name_client}
        errorProps={{ role: 'alert' }}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {TRANSLATIONS.map(({ name, label }) => (
          <TextInput
            key={name}
            label={label}
            name={name}
            maxLength={300}
            disabled={disabled}
            autoComplete="off"
            placeholder="The same as above"
            value={names[name]}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
            error={errors[name]}
            errorProps={{ role: 'alert' }}
          />
        ))}
      </SimpleGrid>
    </>
  );
}
