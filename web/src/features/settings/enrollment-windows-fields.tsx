import { MAX_ENROLLMENT_WINDOWS } from '@ledgerline/contract/settings/endpoints';
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import styles from './enrollment-windows.module.css';
import { NO_WINDOW } from './enrollment-windows.ts';
import type { SettingsValues } from './global-form-settings-values.ts';

interface EnrollmentWindowsFieldsProps {
  form: UseFormReturnType<SettingsValues>;
}

/** Enrollment periods, every year: Today shows the open ones. */
export function EnrollmentWindowsFields({ form }: EnrollmentWindowsFieldsProps) {
  const { windows } = form.values;
  return (
    <fieldset className={styles.windows}>
      <legend className={styles.legend}>Enrollment periods</legend>
      <Text size="sm" c="dimmed">
        Repeats every year, including both dates. Today shows open periods to everyone.
      </Text>
      {windows.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a window is identified by its position, which its errors use
        <div key={at} className={styles.window}>
          <TextInput
            label="Name"
            maxLength={80}
            className={styles.name ?? ''}
            {...form.getInputProps(`windows.${at}.name`)}
          />
          <DayField label="From" {...form.getInputProps(`windows.${at}.from`)} />
          <DayField label="To" {...form.getInputProps(`windows.${at}.to`)} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            className={styles.remove ?? ''}
            aria-label={`Remove ${windows[at]?.name || 'the period'}`}
            onClick={() => form.removeListItem('windows', at)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={windows.length >= MAX_ENROLLMENT_WINDOWS}
          onClick={() => form.insertListItem('windows', { ...NO_WINDOW })}
        >
          Add Period
        </Button>
      </Group>
    </fieldset>
  );
}

function DayField({ label, ...input }: { label: string }) {
  return (
    <TextInput
      label={label}
      placeholder="MM/DD"
      inputMode="numeric"
      maxLength={5}
      autoComplete="off"
      classNames={{ input: 'tabular' }}
      {...input}
    />
  );
}
