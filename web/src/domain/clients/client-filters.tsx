import type { Filter } from '@ledgerline/contract/rules/filters';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';

// The editor needs the catalog of client fields, which the list itself does not.
const Editor = lazy(async () => ({
  default: (await import('./client-filter-editor.tsx')).ClientFilterButton,
}));
const Chips = lazy(async () => ({ default: (await import('./client-filter-editor.tsx')).ClientFilterChips }));

interface ClientFiltersProps {
  filter: Filter | undefined;
  onChange: (filter: Filter | undefined) => void;
}

/** Adds a condition to a filter of clients. */
export function ClientFilterButton(props: ClientFiltersProps & { isCompact?: boolean }) {
  return (
    <Suspense
      fallback={
        <Button variant="default" disabled w={props.isCompact ? 36 : 88} px={0}>
          {props.isCompact ? '' : 'Filter'}
        </Button>
      }
    >
      <Editor {...props} />
    </Suspense>
  );
}

/** The conditions of a filter of clients. Space is reserved while they load. */
export function ClientFilterChips({ filter, onChange }: ClientFiltersProps) {
  if (!filter || filter.rules.length === 0) return null;
  return (
    <Suspense fallback={<div style={{ flex: '1 0 100%', minHeight: 28 }} />}>
      <Chips filter={filter} onChange={onChange} />
    </Suspense>
  );
}
