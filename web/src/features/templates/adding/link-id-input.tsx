import { formLinkId, formLinkPath } from '@ledgerline/contract/rules';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface LinkIdInputProps {
  type: string;
  value: string;
  onChange: (text: string) => void;
  isTaken: boolean;
  error?: ReactNode;
  isRequired?: boolean;
}

/** The identifier in a form's link: free text, shown immediately as it will be stored (0§5). */
export function LinkIdInput({ type, value, onChange, isTaken, error, isRequired = true }: LinkIdInputProps) {
  const slug = formLinkId(value);
  const path =
    slug === ''
      ? 'Letters and digits; anything else becomes a hyphen.'
      : formLinkPath({ type, form_link_id: slug });
  return (
    <TextInput
      label="Form Link ID"
      name="form_link_id"
      withAsterisk={isRequired}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => slug !== value && onChange(slug)}
      description={path}
      descriptionProps={{ 'data-link-path': true, 'aria-live': 'polite' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={isTaken ? 'Already in use' : error}
      errorProps={{ role: 'alert' }}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
    />
  );
}
