import type { Import } from '@ledgerline/contract/imports/endpoints';
import type { RowFilter } from '@ledgerline/contract/lists';
import { Paper, Text } from '@mantine/core';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { Pages } from '../../../components/ui/pages.tsx';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { useImportRows } from '../api.ts';
import styles from '../imports.module.css';
import { RowsCards, RowsTable } from './rows-table.tsx';

const PAGE_SIZE = 50;

interface ImportRowsProps {
  batch: Import;
  filter: RowFilter;
  page: number;
  onPage: (page: number) => void;
}

/** The filtered rows, paginated. */
export function ImportRows({ batch, filter, page, onPage }: ImportRowsProps) {
  const Rows = useIsWide() ? RowsTable : RowsCards;
  const query = useImportRows(batch, { filter, page, page_size: PAGE_SIZE });
  return (
    <Loaded query={query} failed="Failed to load the rows" loading={<LoadingRows label="Loading rows…" />}>
      {({ data: rows, total }) =>
        rows.length === 0 ? (
          <Text size="sm" c="dimmed" role="status">
            No matching rows.
          </Text>
        ) : (
          <Paper withBorder className={styles.frame} aria-busy={query.isFetching}>
            <Rows batch={batch} rows={rows} />
            <Pages page={page} pageSize={PAGE_SIZE} total={total} onPage={onPage} />
          </Paper>
        )
      }
    </Loaded>
  );
}
