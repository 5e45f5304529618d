import { CLIENT_FILTER_FIELDS } from '@ledgerline/contract/clients/filter-fields';
import { INVOICE_FILTER_FIELDS } from '@ledgerline/contract/invoices/filter-fields';
import { POLICY_FILTER_FIELDS } from '@ledgerline/contract/policies/filter-fields';
import { RECURRING_FILTER_FIELDS } from '@ledgerline/contract/recurring-payments/filter-fields';
import { PAYMENT_FILTER_FIELDS, TASK_FILTER_FIELDS } from '@ledgerline/contract/reports/filter-fields';
import { SUBMISSION_FILTER_FIELDS } from '@ledgerline/contract/submissions/filter-fields';
import type { ComponentProps } from 'react';
import { FilterButton } from './filter-button.tsx';
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

/** The lists that can be filtered by their fields. The ledger has those of clients. */
export type FilteredList = keyof typeof FIELDS;

type OfList<Props> = Omit<Props, 'fields'> & { list: FilteredList };

export function ButtonOfList({ list, ...props }: OfList<ComponentProps<typeof FilterButton>>) {
  return <FilterButton {...props} fields={FIELDS[list]} />;
}

export function ChipsOfList({ list, ...props }: OfList<ComponentProps<typeof FilterChips>>) {
  return <FilterChips {...props} fields={FIELDS[list]} />;
}
