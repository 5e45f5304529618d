import { CLIENT_FILTER_FIELDS } from '@ledgerline/contract/clients/filter-fields';
import type { ComponentProps } from 'react';
import { FilterButton } from '../filters/filter-button.tsx';
import { FilterChips } from '../filters/filter-chips.tsx';

export function ClientFilterButton(props: Omit<ComponentProps<typeof FilterButton>, 'fields'>) {
  return <FilterButton {...props} fields={CLIENT_FILTER_FIELDS} />;
}

export function ClientFilterChips(props: Omit<ComponentProps<typeof FilterChips>, 'fields'>) {
  return <FilterChips {...props} fields={CLIENT_FILTER_FIELDS} />;
}
