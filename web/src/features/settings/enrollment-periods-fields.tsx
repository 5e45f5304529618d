import { MAX_ENROLLMENT_PERIODS } from '@ledgerline/contract/settings/endpoints';
import { ActionIcon, Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import styles from './enrollment-periods.module.css';
import { NO_PERIOD, periodsSent, periodText, typedPeriod } from './enrollment-periods.ts';
import {
  isEnrollmentConfirmed,
  type SettingsValues,
  type StoredSettings,
} from './global-form-settings-values.ts';

interface EnrollmentPeriodsFieldsProps {
  form: UseFormReturnType<SettingsValues>;
  stored: NonNullable<StoredSettings>;
}

/** Enrollment periods, every year: Today shows the open ones. */
export function EnrollmentPeriodsFields({ form, stored }: EnrollmentPeriodsFieldsProps) {
  const { periods } = form.values;
  return (
    <fieldset className={styles.periods}>
      <legend className={styles.legend}>Enrollment periods</legend>
      <Text size="sm" c="dimmed">
        Each period repeats every year and includes both dates. Today shows open periods to everyone.
      </Text>
      <FederalPeriods form={form} stored={stored} />
      {periods.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a period is identified by its position, which its errors use
        <div key={at} className={styles.period}>
          <TextInput
            label="Name"
            maxLength={80}
            className={styles.name ?? ''}
            {...form.getInputProps(`periods.${at}.name`)}
          />
          <DayField label="From" {...form.getInputProps(`periods.${at}.from`)} />
          <DayField label="To" {...form.getInputProps(`periods.${at}.to`)} />
          <ActionIcon
            size={36}
            className={styles.remove ?? ''}
            aria-label={`Remove ${periods[at]?.name || 'the period'}`}
            onClick={() => form.removeListItem('periods', at)}
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
          disabled={periods.length >= MAX_ENROLLMENT_PERIODS}
          onClick={() => form.insertListItem('periods', { ...NO_PERIOD })}
        >
          Add Period
        </Button>
      </Group>
      <Checkbox
        label={`I have checked the periods for plan year ${stored.enrollment_plan_year}`}
        disabled={isEnrollmentConfirmed(stored)}
        {...form.getInputProps('is_enrollment_confirmed', { type: 'checkbox' })}
      />
    </fieldset>
  );
}

/** The federal periods of the plan year with their source, and a request to check them once a year. */
function FederalPeriods({ form, stored }: EnrollmentPeriodsFieldsProps) {
  const { enrollment_defaults: periods, enrollment_plan_year: year } = stored;
  const federal = periods.map(({ name, from, to }) => ({ name, from, to }));
  const isSame = JSON.stringify(periodsSent(form.values.periods)) === JSON.stringify(federal);
  return (
    <Alert color={isEnrollmentConfirmed(stored) ? 'gray' : 'yellow'} role="note" p="sm">
      <Stack gap={6} align="flex-start">
        {!isEnrollmentConfirmed(stored) && (
          <Text size="sm" fw={600}>
            Check the periods for plan year {year} and confirm them below.
          </Text>
        )}
        <ul className={styles.federal}>
          {periods.map((period) => (
            <li key={period.name}>
              {period.name}, plan year {period.plan_year}: {periodText(period)}. Source: {period.source}.
            </li>
          ))}
        </ul>
        <Text size="xs">State marketplaces can use other dates. Check them with your state.</Text>
        {!isSame && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => form.setFieldValue('periods', federal.map(typedPeriod))}
          >
            Use Federal Dates
          </Button>
        )}
      </Stack>
    </Alert>
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
