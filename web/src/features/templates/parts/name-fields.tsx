import { TextInput } from '@mantine/core';

export interface FormNames {
  form_name_agent: string;
  form_name_client: string;
}

interface NameFieldsProps {
  names: FormNames;
  onChange: (names: Partial<FormNames>) => void;
  errors: Partial<Record<keyof FormNames, string>>;
  /** What a name that is left out falls back to; such names are not required. */
  fallback?: string | undefined;
  disabled?: boolean;
  /** The first name takes the focus of the dialog. */
  takesFocus?: boolean;
}

/** How agents and clients call the form. */
export function NameFields({
  names,
  onChange,
  errors,
  fallback,
  disabled = false,
  takesFocus = false,
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
        data-autofocus={takesFocus || undefined}
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
    </>
  );
}
