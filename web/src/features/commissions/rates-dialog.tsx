import type { ListedCommissionRate } from '@ledgerline/contract/commissions/endpoints';
import { dateShort, isCalendarDate } from '@ledgerline/contract/rules';
import { POLICY_LINE_LABELS, POLICY_LINES } from '@ledgerline/contract/rules/policies';
import { ActionIcon, Autocomplete, Select, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { DateInput, notADate } from '../../components/ui/date-input.tsx';
import { DeleteDialog } from '../../components/ui/delete-dialog.tsx';
import type { Openable } from '../../components/ui/dialog.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import {
  RateFields,
  type RateValues,
  rateErrors,
  rateOfValues,
  valuesOfRate,
} from '../../domain/commissions/rate-fields.tsx';
import { rateText } from '../../domain/commissions/use-client-commissions.ts';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { useCommissionRates, useRateWrites } from './api.ts';

/** What carriers pay by line; owners add and delete rates. */
export function RatesDialog({ opened, onClose }: Openable) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Commission Rates" size="xl">
      <Rates />
    </GuardedModal>
  );
}

function Rates() {
  const [saved, setSaved] = useState(0);
  return (
    <Loaded
      query={useCommissionRates()}
      failed="The rates could not be loaded."
      loading={<LoadingRows rows={4} label="Loading rates" />}
    >
      {({ rates, carriers }) => (
        <Stack gap="md">
          <RateForm
            key={saved}
            isNext={saved > 0}
            carriers={[...new Set([...carriers, ...rates.map(({ carrier }) => carrier)])]}
            onDone={() => setSaved(saved + 1)}
          />
          <RatesTable rates={rates} />
        </Stack>
      )}
    </Loaded>
  );
}

const nameOf = ({ carrier, line, effective_date }: ListedCommissionRate) =>
  `${carrier} ${POLICY_LINE_LABELS[line]} from ${dateShort(effective_date)}`;

const From = ({ day }: { day: string }) => (
  <span className="tabular" style={{ whiteSpace: 'nowrap' }}>
    {dateShort(day)}
  </span>
);

const WIDE_COLUMNS: Column<ListedCommissionRate>[] = [
  { id: 'carrier', header: 'Carrier', cell: ({ carrier }) => carrier },
  { id: 'line', header: 'Line', cell: ({ line }) => POLICY_LINE_LABELS[line] },
  { id: 'from', header: 'From', cell: ({ effective_date }) => <From day={effective_date} /> },
];

const NARROW_COLUMNS: Column<ListedCommissionRate>[] = [
  {
    id: 'carrier',
    header: 'Carrier',
    cell: ({ carrier, line, effective_date }) => (
      <>
        {carrier}
        <Text size="xs" c="dimmed">
          {POLICY_LINE_LABELS[line]} from <From day={effective_date} />
        </Text>
      </>
    ),
  },
];

function RatesTable({ rates }: { rates: readonly ListedCommissionRate[] }) {
  const [deleting, setDeleting] = useState<{ rate: ListedCommissionRate; opened: boolean }>();
  const { remove } = useRateWrites();
  const isWide = useIsWide();
  const columns: Column<ListedCommissionRate>[] = [
    ...(isWide ? WIDE_COLUMNS : NARROW_COLUMNS),
    { id: 'rate', header: 'Commission', cell: rateText },
    {
      id: 'actions',
      header: <VisuallyHidden>Actions</VisuallyHidden>,
      width: 44,
      cell: (rate) => (
        <ActionIcon
          aria-label={`Delete rate: ${nameOf(rate)}`}
          onClick={() => setDeleting({ rate, opened: true })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      ),
    },
  ];
  const name = deleting ? nameOf(deleting.rate) : '';
  return (
    <>
      {rates.length === 0 ? (
        <Text size="sm" c="dimmed">
          No rates yet. Add what a carrier pays for a line of business.
        </Text>
      ) : (
        <DataTable columns={columns} rows={rates} rowId={({ id }) => id} look="quiet" aria-label="Rates" />
      )}
      <DeleteDialog
        id={deleting?.opened ? deleting.rate.id : undefined}
        title="Delete Rate"
        question={
          <Text size="sm">
            Delete the rate of {name}? The earlier rate, if there is one, applies again, and the differences
            of imported statements change.
          </Text>
        }
        deletion={remove}
        deletedText={`The rate of ${name} was deleted.`}
        failedText={`The rate was not deleted. ${remove.error?.message}`}
        logText="the rate was not deleted"
        onClose={() => setDeleting(deleting && { ...deleting, opened: false })}
      />
    </>
  );
}

interface Values extends RateValues {
  carrier: string;
  line: ListedCommissionRate['line'];
  effective_date: string | null;
}

const START: Values = { carrier: '', line: 'health', effective_date: null, ...valuesOfRate(null) };
const LINES = POLICY_LINES.map((value) => ({ value, label: POLICY_LINE_LABELS[value] }));

const errorsOf = (values: Values) => ({
  ...rateErrors(values),
  carrier: values.carrier.trim() === '' && 'Please enter the carrier',
  effective_date: !(values.effective_date && isCalendarDate(values.effective_date)) && notADate('recent'),
});

interface RateFormProps {
  carriers: readonly string[];
  /** It replaces the form of a saved rate, which had the focus. */
  isNext: boolean;
  onDone: () => void;
}

function RateForm({ carriers, isNext, onDone }: RateFormProps) {
  const { save } = useRateWrites();
  const editing = useEditing<Values, unknown>({
    start: START,
    check: errorsOf,
    send: (values) => {
      const { carrier, line, effective_date } = values;
      return save.mutateAsync({
        carrier,
        line,
        effective_date: effective_date ?? '',
        ...rateOfValues(values),
      });
    },
    successMessage: 'The rate was saved.',
    onDone,
    logText: 'the rate could not be saved',
  });
  const { form, change } = editing;
  return (
    <DialogForm editing={editing} save="Save Rate">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Autocomplete
          label="Carrier"
          required
          data-autofocus={isNext || undefined}
          maxLength={120}
          data={[...carriers]}
          {...form.getInputProps('carrier')}
        />
        <Select
          label="Line"
          allowDeselect={false}
          data={LINES}
          {...form.getInputProps('line')}
          onChange={(chosen) => change({ line: POLICY_LINES.find((line) => line === chosen) ?? 'other' })}
        />
      </SimpleGrid>
      <RateFields values={form.values} error={form.errors.amount} onChange={change} />
      <DateInput
        label="Effective date"
        required
        description="The rate applies from this month until the next rate for the same carrier and line."
        {...form.getInputProps('effective_date')}
      />
    </DialogForm>
  );
}
