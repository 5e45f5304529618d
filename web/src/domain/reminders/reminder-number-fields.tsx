import { SimpleGrid, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { REMINDER_NUMBERS, type ReminderNumbers } from './reminder-numbers.ts';

interface ReminderNumberFieldsProps {
  values: ReminderNumbers<string>;
  errors: FormErrors;
  onChange: (changes: Partial<ReminderNumbers<string>>) => void;
  /** Placeholder. */
  placeholder?: string;
}

/** First after a number of days, then repeatedly, up to a maximum. */
export function ReminderNumberFields({ values, errors, onChange, placeholder }: ReminderNumberFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      {REMINDER_NUMBERS.map(({ name, label }) => (
        <TextInput
          key={name}
          label={label}
          name={name}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          classNames={{ input: 'tabular' }}
          {...(placeholder ? { placeholder } : {})}
          value={values[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          error={errors[name]}
          errorProps={{ role: 'alert' }}
        />
      ))}
    </SimpleGrid>
  );
}
