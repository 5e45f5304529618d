import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { Autocomplete, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateInput } from '../../components/ui/date-input.tsx';
import { MoneyInput, PhoneInput } from '../../components/ui/formatted-input.tsx';
import { AgentSelect } from '../agents/agent-select.tsx';
import { statusStyle } from '../clients/client-status.ts';

interface FieldValueInputProps {
  field: CatalogField;
  isRequired: boolean;
  /** 'nobody' for no agent. */
  value: string;
  error: ReactNode;
  onChange: (value: string) => void;
}

/** The input for the value of a client field, by its kind. */
export function FieldValueInput({ field, isRequired, value, error, onChange }: FieldValueInputProps) {
  const { kind, label, options = [], maxLength } = field;
  const input = {
    label,
    error,
    required: isRequired,
    'data-autofocus': isRequired,
    description: isRequired ? undefined : 'Leave it empty to clear the field.',
  };
  if (kind === 'agent')
    return (
      <AgentSelect
        {...input}
        value={value === '' ? null : value === 'nobody' ? 'nobody' : Number(value)}
        onChange={(chosen) => onChange(String(chosen))}
      />
    );
  if (kind === 'enum')
    return (
      <Select
        {...input}
        placeholder="Choose a value"
        allowDeselect={!isRequired}
        data={options.map((option) => ({ value: option, label: statusStyle(option)?.label ?? option }))}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  if (kind === 'date')
    return (
      <DateInput
        {...input}
        value={value || null}
        isBirthday={field.dateOf === 'birth'}
        isUpcoming={field.dateOf === 'follow_up'}
        onChange={(day) => onChange(day ?? '')}
      />
    );
  if (kind === 'money') return <MoneyInput {...input} value={value} onChange={onChange} />;
  if (kind === 'phone') return <PhoneInput {...input} value={value} onChange={onChange} />;
  if (kind === 'richtext')
    return (
      <Textarea
        {...input}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (options.length > 0)
    return (
      <Autocomplete {...input} data={[...options]} maxLength={maxLength} value={value} onChange={onChange} />
    );
  return (
    <TextInput
      {...input}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
