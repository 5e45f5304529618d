import type { Import, ImportRow } from '@ledgerline/contract/imports/endpoints';
import type { ImportKind } from '@ledgerline/contract/imports/policy-columns';
import type { RowFilter } from '@ledgerline/contract/lists';
import { Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { LabelBadge } from '../../../components/ui/label-badge.tsx';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { Pages } from '../../../components/ui/pages.tsx';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { useConfirmRow, useImportRows } from '../api.ts';
import { FORESEEN_LABELS, keysText, OUTCOME_HUES, OUTCOME_LABELS, partsText } from '../import-texts.ts';
import styles from '../imports.module.css';
import { FindingText } from '../steps/finding-text.tsx';

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

interface RowsProps {
  batch: Import;
  rows: readonly ImportRow[];
}

/** One line per row of the file: outcome, client and findings. */
function RowsTable({ batch, rows }: RowsProps) {
  return (
    <DataTable
      columns={columnsOf(batch)}
      rows={rows}
      rowId={({ row_number }) => row_number}
      look="quiet"
      verticalSpacing={8}
      horizontalSpacing="md"
    />
  );
}

function columnsOf(batch: Import): Column<ImportRow>[] {
  return [
    {
      id: 'row',
      header: 'Row',
      width: 70,
      align: 'end',
      className: 'tabular',
      cell: ({ row_number }) => row_number,
    },
    { id: 'outcome', header: 'Outcome', width: 140, cell: (row) => <RowOutcomeBadge row={row} /> },
    {
      id: 'client',
      header: 'Client',
      width: '26%',
      className: styles.finding,
      cell: (row) => <RowClient batch={batch} row={row} />,
    },
    { id: 'findings', header: 'Findings', cell: (row) => <RowFindings batch={batch} row={row} /> },
  ];
}

/** The same for small screens. */
function RowsCards({ batch, rows }: RowsProps) {
  return (
    <ul className="plain">
      {rows.map((row) => (
        <li key={row.row_number} className={styles.rowCard}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" c="dimmed" className="tabular">
              Row {row.row_number}
            </Text>
            <RowOutcomeBadge row={row} />
          </Group>
          <RowClient batch={batch} row={row} />
          <RowFindings batch={batch} row={row} />
        </li>
      ))}
    </ul>
  );
}

function RowOutcomeBadge({ row: { outcome, plan, revert } }: { row: ImportRow }) {
  const shown = outcome ?? plan;
  if (shown === null) return <Text size="sm">Not imported</Text>;
  const label = outcome === null ? FORESEEN_LABELS[shown] : OUTCOME_LABELS[shown];
  return (
    <Group gap={4}>
      <LabelBadge hue={OUTCOME_HUES[shown]}>{label}</LabelBadge>
      {revert !== null && (
        <LabelBadge hue={revert === 'kept' ? 'yellow' : 'gray'}>
          {revert === 'kept' ? 'Not reverted' : 'Reverted'}
        </LabelBadge>
      )}
    </Group>
  );
}

function RowClient({ batch, row }: { batch: Import; row: ImportRow }) {
  const isLink = row.client_id !== null && !(row.outcome === 'created' && row.revert === 'reverted');
  const name = row.label || '–';
  return (
    <Stack gap={0}>
      {isLink ? (
        <AnchorLink
          to="/crm/clients/$clientId"
          params={{ clientId: String(row.client_id) }}
          className={styles.listLink}
        >
          {name}
        </AnchorLink>
      ) : (
        <Text size="md">{name}</Text>
      )}
      {row.matches.map((match) => (
        <MatchText key={`${match.client_id} ${match.row_number}`} match={match} kind={batch.kind} />
      ))}
      {row.to_confirm.length > 0 && row.outcome === null && <ConfirmRow batch={batch} row={row} />}
    </Stack>
  );
}

/** 'Maria Alvarez has the same email and phone number' */
function MatchText({ match, kind }: { match: ImportRow['matches'][number]; kind: ImportKind }) {
  return (
    <Text size="sm" c="dimmed">
      {match.client_id === null ? (
        `Row ${match.row_number}`
      ) : (
        <AnchorLink
          to="/crm/clients/$clientId"
          params={{ clientId: String(match.client_id) }}
          size="sm"
          underline="always"
        >
          {match.name || `Client ${match.client_id}`}
        </AnchorLink>
      )}{' '}
      {kind === 'clients' && `has the same ${keysText(match.by)}`}
    </Text>
  );
}

function RowFindings({ batch, row }: { batch: Import; row: ImportRow }) {
  if (row.findings.length === 0) return null;
  return (
    <ul className="plain">
      {row.findings.map((finding) => (
        <li key={`${finding.field} ${finding.message}`} className={styles.finding}>
          <FindingText batch={batch} finding={finding} />
        </li>
      ))}
    </ul>
  );
}

interface ConfirmRowProps {
  batch: Import;
  row: ImportRow;
}

/** Confirms that a row may replace the client's identity; otherwise the row is skipped. */
function ConfirmRow({ batch, row: { row_number, to_confirm, confirmed } }: ConfirmRowProps) {
  const confirm = useConfirmRow(batch.id);
  const label = `Replace the client’s ${partsText(to_confirm)}`;
  return (
    <Stack gap={4} mt={4}>
      <Checkbox
        size="sm"
        label={label}
        aria-label={`${label} with row ${row_number}`}
        checked={confirm.isPending ? confirm.variables.confirmed : confirmed}
        disabled={confirm.isPending}
        onChange={({ currentTarget }) => confirm.mutate({ row_number, confirmed: currentTarget.checked })}
      />
      <FailureNote message={confirm.error?.message} />
    </Stack>
  );
}
