import { agentLabel } from '@ledgerline/contract/rules';
import { operatorNamed } from '@ledgerline/contract/rules/filter-operators';
import type { FilterCondition, FilterField } from '@ledgerline/contract/rules/filters';
import { Autocomplete, Group, MultiSelect, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { DateInput } from '../../components/ui/date-input.tsx';
import { MoneyInput } from '../../components/ui/formatted-input.tsx';
import { useAgentNames } from '../agents/agent-names.ts';

interface ConditionValuesProps {
  field: FilterField;
  condition: FilterCondition;
  /** Takes the focus once a field was chosen. */
  hasFocus: boolean;
  error: string | null;
  onChange: (values: string[]) => void;
}

/** The inputs for the values of a condition; none where its operator takes none. */
export function ConditionValues({ field, condition, hasFocus, error, onChange }: ConditionValuesProps) {
  const { arity, label } = operatorNamed(condition.op);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus) root.current?.querySelector('input')?.focus();
  }, [hasFocus]);
  if (arity === 0) return error && <p role="alert">{error}</p>;
  const { values } = condition;
  const input = (at: number, name: string, message: ReactNode) => (
    <ValueInput
      field={field}
      isDays={label.includes('…')}
      label={name}
      value={values[at] ?? ''}
      error={message}
      onChange={(value) => onChange(withValue(values, at, value))}
    />
  );
  return (
    <div ref={root}>
      {arity === 'many' && <ManyValues field={field} values={values} error={error} onChange={onChange} />}
      {arity === 1 && input(0, 'Value', error)}
      {arity === 2 && (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          {input(0, 'From', error)}
          {input(1, 'To', Boolean(error))}
        </Group>
      )}
    </div>
  );
}

/** A list without gaps: a second value may be typed first. */
function withValue(values: string[], at: number, value: string): string[] {
  const next = at === 0 ? [value, ...values.slice(1)] : [values[0] ?? '', value];
  return next.every((each) => each === '') ? [] : next;
}

interface ValueInputProps {
  field: FilterField;
  isDays: boolean;
  label: string;
  value: string;
  error: ReactNode;
  onChange: (value: string) => void;
}

function ValueInput({ field, isDays, ...input }: ValueInputProps) {
  const { value, onChange, ...rest } = input;
  if (isDays)
    return (
      <TextInput
        {...rest}
        label="Days"
        inputMode="numeric"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
    );
  if (field.kind === 'date' || field.kind === 'birth')
    return (
      <DateInput
        {...rest}
        value={value || null}
        isBirthday={field.kind === 'birth'}
        withinPortal={false}
        onChange={(day) => onChange(day ?? '')}
      />
    );
  if (field.kind === 'money') return <MoneyInput {...rest} value={value} onChange={onChange} />;
  if (field.options)
    return (
      <Autocomplete
        {...rest}
        comboboxProps={{ withinPortal: false }}
        data={field.options.map((option) => option.value)}
        value={value}
        onChange={onChange}
      />
    );
  return (
    <TextInput
      {...rest}
      inputMode={field.kind === 'number' ? 'decimal' : field.kind === 'phone' ? 'tel' : 'text'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function ManyValues({
  field,
  values,
  error,
  onChange,
}: Pick<ConditionValuesProps, 'field' | 'error' | 'onChange'> & { values: string[] }) {
  const { data: agents = [] } = useAgentNames();
  const options =
    field.kind === 'agent'
      ? [
          { value: 'me', label: 'Me' },
          ...agents.map((agent) => ({ value: String(agent.id), label: agentLabel(agent, agents) })),
        ]
      : [...(field.options ?? [])];
  return (
    <MultiSelect
      label="Values"
      searchable
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage="No matches"
      data={options}
      value={values}
      error={error}
      onChange={onChange}
    />
  );
}
