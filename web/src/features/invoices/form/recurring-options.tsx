import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { dateDisplay, RECURRING_FREQUENCIES } from '@ledgerline/contract/rules';
import { NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import styles from '../invoice-dialog.module.css';
import { isCreatedBySchedule } from '../invoice-display.ts';
import type { FormPartProps } from './form-part.ts';
import type { InvoiceValues } from './invoice-values.ts';
import { startsSchedule, upcomingOf } from './upcoming-dates.ts';

interface RecurringOptionsProps extends FormPartProps {
  /** null for a new invoice. */
  invoice: Invoice | null;
}

/** Recurrence settings with a preview of upcoming dates. */
export function RecurringOptions(props: RecurringOptionsProps) {
  const { values, onChange, invoice } = props;
  if (invoice && isCreatedBySchedule(invoice))
    return (
      <Text size="sm" c="dimmed">
        This invoice was created by a recurring payment. Changes here don’t affect later invoices.
      </Text>
    );
  return (
    <Stack gap="sm">
      <Switch
        label="Recurring invoice"
        description="Creates this invoice now and the next ones on schedule."
        checked={values.is_recurring}
        onChange={(event) => onChange({ is_recurring: event.currentTarget.checked })}
      />
      {values.is_recurring && (
        <div className={styles.panel}>
          <FrequencyFields {...props} />
          <Preview values={values} invoice={invoice} />
        </div>
      )}
    </Stack>
  );
}

const FREQUENCIES = RECURRING_FREQUENCIES.map((value) => ({
  value,
  label: value.charAt(0) + value.slice(1).toLowerCase(),
}));

function FrequencyFields({ values, errors, onChange }: FormPartProps) {
  return (
    <div className={styles.pair}>
      <NativeSelect
        label="Frequency"
        data={FREQUENCIES}
        value={values.frequency}
        onChange={(event) => {
          const frequency = RECURRING_FREQUENCIES.find((known) => known === event.currentTarget.value);
          if (frequency) onChange({ frequency });
        }}
        error={errors.recurring_frequency}
      />
      <TextInput
        type="number"
        label="Interval"
        inputMode="numeric"
        min={1}
        step={1}
        value={values.interval}
        onChange={(event) => onChange({ interval: event.currentTarget.value })}
        error={errors.recurring_frequency_interval}
      />
      <DateInput
        label="End date"
        isUpcoming
        value={values.end_date}
        onChange={(end_date) => onChange({ end_date })}
        error={errors.recurring_end_date}
      />
      <TextInput
        type="number"
        label="Total payments"
        inputMode="numeric"
        min={1}
        step={1}
        placeholder="Unlimited"
        value={values.total_payments}
        onChange={(event) => onChange({ total_payments: event.currentTarget.value })}
        error={errors.recurring_total_payments}
      />
    </div>
  );
}

/** The next dates, computed with the server's rule. */
function Preview({ values, invoice }: { values: InvoiceValues; invoice: Invoice | null }) {
  const { time_zone } = usePublicSettings();
  const coming = upcomingOf(values, invoice?.created_at ?? null, time_zone);
  if (coming === null) return null;
  const { dates, hasMore } = coming;
  // The summary above the button already announces a new schedule, so don't announce it twice.
  const role = startsSchedule(values, invoice) ? 'group' : 'status';
  return (
    <Stack gap={6} mt="sm" role={role} aria-label="Upcoming invoices">
      <Text size="sm">
        {dates.length === 0 ? 'No further invoices will be created.' : 'Upcoming invoices'}
      </Text>
      <ul className={`plain ${styles.dates}`}>
        {dates.map((date) => (
          <li key={date}>{dateDisplay(date)}</li>
        ))}
        {hasMore && <li>and so on</li>}
      </ul>
    </Stack>
  );
}
