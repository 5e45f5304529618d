import { Button, Group, Skeleton } from '@mantine/core';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { useAccessScopeNote } from '../../../domain/agents/use-access-scope.ts';
import styles from '../ledger-page.module.css';

/** Skeleton while the first rows load. */
export function LedgerLoading() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading">
      {Array.from({ length: 18 }, (_, row) => `row-${row}`).map((row) => (
        <div key={row} className={styles.skeletonRow}>
          {[28, 110, 90, 100, 70, 130, 120, 160, 112].map((width) => (
            <Skeleton key={width} height={10} width={width} radius="sm" />
          ))}
        </div>
      ))}
    </div>
  );
}

interface LedgerEmptyProps {
  isFiltered: boolean;
  onClear: () => void;
  onAddRow: () => void;
  onImport: () => void;
}

export function LedgerEmpty({ isFiltered, onClear, onAddRow, onImport }: LedgerEmptyProps) {
  const note = useAccessScopeNote();
  if (isFiltered) {
    return (
      <EmptyState
        title="No clients found"
        text={`No clients match these filters.${note ? ` ${note}` : ''}`}
        action={
          <Button variant="default" onClick={onClear}>
            Clear Filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title="No clients yet"
      text={`${note ?? 'The ledger shows every client.'} Add the first row, or import an existing list.`}
      action={
        <Group gap="xs">
          <Button onClick={onAddRow}>Add Row</Button>
          <Button variant="default" onClick={onImport}>
            Import
          </Button>
        </Group>
      }
    />
  );
}
