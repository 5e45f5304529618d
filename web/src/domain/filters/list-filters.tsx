import type { Filter } from '@ledgerline/contract/rules/filters';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { FilteredList } from './list-filter-editor.tsx';

// The editor needs the fields of every list, which the lists themselves do not.
const EditorButton = lazy(async () => ({ default: (await import('./list-filter-editor.tsx')).ButtonOfList }));
const Chips = lazy(async () => ({ default: (await import('./list-filter-editor.tsx')).ChipsOfList }));

interface ListFiltersProps {
  list: FilteredList;
  filter: Filter | undefined;
  onChange: (filter: Filter | undefined) => void;
}

/** Adds a condition to the filter of a list. */
export function ListFilterButton(props: ListFiltersProps & { isCompact?: boolean }) {
  const placeholder = (
    <Button variant="default" disabled w={props.isCompact ? 36 : 88} px={0}>
      {props.isCompact ? '' : 'Filter'}
    </Button>
  );
  return (
    <Suspense fallback={placeholder}>
      <EditorButton {...props} />
    </Suspense>
  );
}

/** The conditions of a list's filter. Space is reserved while they load. */
export function ListFilterChips({ filter, ...props }: ListFiltersProps) {
  if (!filter || filter.rules.length === 0) return null;
  return (
    <Suspense fallback={<div style={{ flex: '1 0 100%', minHeight: 28 }} />}>
      <Chips {...props} filter={filter} />
    </Suspense>
  );
}
