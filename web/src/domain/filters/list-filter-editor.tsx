import { CLIENT_FILTER_FIELDS } from '@ledgerline/contract/clients/filter-fields';
import { INVOICE_FILTER_FIELDS } from '@ledgerline/contract/invoices/filter-fields';
import { POLICY_FILTER_FIELDS } from '@ledgerline/contract/policies/filter-fields';
import { RECURRING_FILTER_FIELDS } from '@ledgerline/contract/recurring-payments/filter-fields';
import { PAYMENT_FILTER_FIELDS, TASK_FILTER_FIELDS } from '@ledgerline/contract/reports/filter-fields';
import type { Filter } from '@ledgerline/contract/rules/filters';
import { SUBMISSION_FILTER_FIELDS } from '@ledgerline/contract/submissions/filter-fields';
import { ActionIcon, Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { FormPopover } from '../../components/ui/form-popover.tsx';
import { addCondition } from './change-filter.ts';
import { ConditionForm, type FilterFields } from './condition-form.tsx';
import { FilterChips } from './filter-chips.tsx';

const FIELDS = {
  clients: CLIENT_FILTER_FIELDS,
  invoices: INVOICE_FILTER_FIELDS,
  policies: POLICY_FILTER_FIELDS,
  submissions: SUBMISSION_FILTER_FIELDS,
  recurring: RECURRING_FILTER_FIELDS,
  payments: PAYMENT_FILTER_FIELDS,
  tasks: TASK_FILTER_FIELDS,
};

/** The lists that can be filtered by their fields. The ledger uses the fields of clients. */
export type FilteredList = keyof typeof FIELDS;

type OfList<Props> = Omit<Props, 'fields'> & { list: FilteredList };

export function ButtonOfList({ list, ...props }: OfList<ComponentProps<typeof FilterButton>>) {
  return <FilterButton {...props} fields={FIELDS[list]} />;
}

export function ChipsOfList({ list, ...props }: OfList<ComponentProps<typeof FilterChips>>) {
  return <FilterChips {...props} fields={FIELDS[list]} />;
}

interface FilterButtonProps {
  fields: FilterFields;
  filter: Filter | undefined;
  onChange: (filter: Filter | undefined) => void;
  /** An icon, in a toolbar without space for a label. */
  isCompact?: boolean;
}

/** Adds a condition to the filter of a list. */
function FilterButton({ fields, filter, onChange, isCompact = false }: FilterButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FormPopover
      name="New filter"
      isOpen={isOpen}
      onChange={setOpen}
      target={
        isCompact ? (
          <ActionIcon
            variant="default"
            size={36}
            c="var(--mantine-color-text)"
            aria-label="Filter"
            title="Filter"
            data-filter-button
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconFilter size={18} aria-hidden />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            data-filter-button
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Filter
          </Button>
        )
      }
    >
      <ConditionForm
        fields={fields}
        onApply={(condition) => {
          onChange(addCondition(filter, condition));
          setOpen(false);
        }}
      />
    </FormPopover>
  );
}
