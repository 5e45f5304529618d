import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { MoneyInput } from '../../../components/ui/money-input.tsx';
import { PhoneInput } from '../../../components/ui/phone-input.tsx';
import { RichTextInput } from '../../../components/ui/rich-text-input.tsx';
import { SearchSelect } from '../../../components/ui/search-select.tsx';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { sentence } from './edit-values.ts';
import { SecretInput } from './secret-input.tsx';

export interface FieldInputProps {
  clientId: number;
  field: CatalogField;
  value: string;
  error: ReactNode;
  isFirst: boolean;
  onChange: (text: string) => void;
}

/** The input for a field's type. */
export function FieldInput(props: FieldInputProps) {
  const { clientId, field, value, error, isFirst, onChange } = props;
  const { card_security_code } = usePublicSettings();
  if (field.options) return <ChoiceInput {...props} />;
  if (field.kind === 'richtext')
    return (
      <RichTextInput
        label={field.short}
        error={error}
        value={value}
        onChange={onChange}
        autoFocus={isFirst}
      />
    );
  if (field.kind !== 'secret') return <PlainInput {...props} />;
  return (
    <SecretInput
      {...sharedProps(props)}
      clientId={clientId}
      field={field}
      value={value}
      onChange={onChange}
      isUnsupported={field.isSecurityCode === true && card_security_code === 'refuse'}
    />
  );
}

/** Used to focus the input on a validation error and when the dialog opens. */
function sharedProps({ field, error, isFirst }: FieldInputProps) {
  return { label: field.short, error, 'data-path': field.name, 'data-autofocus': isFirst || undefined };
}

function ChoiceInput(props: FieldInputProps) {
  const { field, value, onChange } = props;
  const Choice = field.name === 'pref_lang' ? SearchSelect : Select;
  return (
    <Choice
      {...sharedProps(props)}
      data={choices(field, value)}
      value={value || null}
      onChange={(choice) => onChange(choice ?? '')}
      allowDeselect={false}
      clearable={field.kind !== 'enum'}
    />
  );
}

function PlainInput(props: FieldInputProps) {
  const { field, value, onChange } = props;
  const shared = sharedProps(props);
  if (field.kind === 'money') return <MoneyInput {...shared} value={value} onChange={onChange} />;
  if (field.kind === 'phone') return <PhoneInput {...shared} value={value} onChange={onChange} />;
  if (field.kind === 'date')
    return (
      <DateInput
        {...shared}
        value={value || null}
        onChange={(date) => onChange(date ?? '')}
        isBirthday={field.dateOf === 'birth'}
        isUpcoming={field.dateOf === 'follow_up'}
      />
    );
  return (
    <TextInput
      {...shared}
      {...TEXT_KINDS[field.kind]}
      autoComplete="off"
      maxLength={field.maxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const TEXT_KINDS: Partial<Record<CatalogField['kind'], object>> = {
  // Not type="email": browsers rewrite internationalized domains there.
  email: { inputMode: 'email' },
  percent: { inputMode: 'decimal', rightSection: '%', classNames: { input: 'tabular' } },
  url: { type: 'url', placeholder: 'https://' },
};

/** The available options, plus a stored value that is not among them (0§3 pref_lang). */
function choices(field: CatalogField, value: string): { value: string; label: string }[] {
  const options = field.options ?? [];
  const all = value === '' || options.includes(value) ? options : [...options, value];
  return all.map((option) => ({ value: option, label: sentence(option) }));
}
