import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Group, Pagination, Paper, Text } from '@mantine/core';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { useImportRows } from '../api.ts';
import { number, type RowFilter } from '../import-texts.ts';
import styles from '../imports.module.css';
import { RowsCards, RowsTable } from './rows-table.tsx';

const PAGE_SIZE = 50;

interface ImportRowsProps {
  made: Import;
  filter: RowFilter;
  page: number;
  onPage: (page: number) => void;
}

/** The rows of a filter, page by page. */
export function ImportRows({ made, filter, page, onPage }: ImportRowsProps) {
  const isWide = useIsWide();
  const { data, error, refetch, isFetching } = useImportRows(made, { filter, page, page_size: PAGE_SIZE });
  if (!data && error) {
    return (
      <ErrorState
        title="Failed to load the rows"
        message={error.message}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!data) return <LoadingRows label="Loading rows…" />;
  if (data.data.length === 0) {
    return (
      <Text size="sm" c="dimmed" role="status">
        No such rows.
      </Text>
    );
  }
  const Rows = isWide ? RowsTable : RowsCards;
  return (
    <Paper withBorder className={styles.frame} aria-busy={isFetching}>
      <Rows made={made} rows={data.data} />
      <Pages page={page} total={data.total} onPage={onPage} />
    </Paper>
  );
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.min(page * PAGE_SIZE, total);
  return (
    <Group justify="space-between" px="sm" py="xs" gap="xs" className={styles.pages ?? ''}>
      <Text size="sm" c="dimmed" className="tabular" role="status">
        {number(first)}–{number(last)} of {number(total)}
      </Text>
      {total > PAGE_SIZE && (
        <Pagination
          size="sm"
          value={page}
          total={Math.ceil(total / PAGE_SIZE)}
          onChange={onPage}
          aria-label="Pages"
          getControlProps={(control) => ({ 'aria-label': CONTROL_NAMES[control] })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  );
}

const CONTROL_NAMES = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const;
