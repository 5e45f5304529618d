import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Group, Paper, SegmentedControl, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { momentText } from '../../../domain/days.ts';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { useImports } from '../api.ts';
import { IMPORT_TITLES, KIND_LABELS, number, rowsText } from '../import-texts.ts';
import styles from '../imports.module.css';
import { isWorking } from '../steps/import-steps.ts';
import { ImportMenu } from './import-menu.tsx';
import { ImportStateBadge } from './import-state-badge.tsx';
import { UploadImport } from './upload-import.tsx';

const route = getRouteApi('/portal/crm/imports');

/** Upload page and list of previous imports. */
export function ImportsPage() {
  const { kind = 'clients' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title={IMPORT_TITLES[kind]}
        actions={
          <AnchorLink to="/crm/operations" size="sm">
            Recent Operations
          </AnchorLink>
        }
      />
      <Stack gap="lg" className={styles.page}>
        <SegmentedControl
          aria-label="What the file contains"
          style={{ alignSelf: 'flex-start' }}
          data={[
            { value: 'clients', label: 'Clients' },
            { value: 'policies', label: 'Policies' },
          ]}
          value={kind}
          onChange={(value) => void navigate({ search: value === 'policies' ? { kind: value } : {} })}
        />
        <UploadImport key={kind} kind={kind} />
        <EarlierImports />
      </Stack>
    </>
  );
}

function EarlierImports() {
  const isWide = useIsWide();
  return (
    <Loaded
      query={useImports()}
      failed="Failed to load the imports"
      loading={<LoadingRows label="Loading imports…" rows={4} />}
    >
      {(imports) =>
        imports.length > 0 && (
          <Stack gap="xs" component="section">
            <Title order={2}>Previous imports</Title>
            {isWide ? <ImportsTable imports={imports} /> : <ImportsCards imports={imports} />}
          </Stack>
        )
      }
    </Loaded>
  );
}

/** Previous imports on small screens. */
function ImportsCards({ imports }: { imports: readonly Import[] }) {
  return (
    <Paper withBorder component="ul" className="plain">
      {imports.map((batch) => (
        <li key={batch.id} className={styles.rowCard}>
          <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
            <AnchorLink
              to="/crm/imports/$importId"
              params={{ importId: String(batch.id) }}
              className={styles.listLink}
            >
              {batch.file_name}
            </AnchorLink>
            <ImportMenu batch={batch} />
          </Group>
          <Group gap="xs">
            <ImportStateBadge state={batch.state} />
            <Text size="sm" className="tabular">
              {countsText(batch) || rowsText(batch.row_count)}
            </Text>
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            {KIND_LABELS[batch.kind]} · {batch.agent_name} · {momentText(batch.created_at)}
          </Text>
        </li>
      ))}
    </Paper>
  );
}

const COLUMNS: readonly Column<Import>[] = [
  {
    id: 'file',
    header: 'File',
    cell: ({ id, file_name }) => (
      <AnchorLink to="/crm/imports/$importId" params={{ importId: String(id) }} className={styles.listLink}>
        {file_name}
      </AnchorLink>
    ),
  },
  { id: 'kind', header: 'Contains', cell: ({ kind }) => KIND_LABELS[kind] },
  { id: 'state', header: 'Status', cell: ({ state }) => <ImportStateBadge state={state} /> },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    className: 'tabular',
    cell: ({ row_count }) => number(row_count),
  },
  { id: 'outcome', header: 'Outcome', className: 'tabular', cell: (batch) => countsText(batch) || '–' },
  { id: 'by', header: 'By', cell: ({ agent_name }) => agent_name },
  {
    id: 'when',
    header: 'When',
    className: `tabular ${styles.when}`,
    cell: ({ created_at }) => momentText(created_at),
  },
  {
    id: 'actions',
    header: <VisuallyHidden>Actions</VisuallyHidden>,
    width: 44,
    cell: (batch) => <ImportMenu batch={batch} />,
  },
];

/** Previous imports, newest first. */
function ImportsTable({ imports }: { imports: readonly Import[] }) {
  return (
    <Paper withBorder className={styles.frame}>
      <DataTable
        columns={COLUMNS}
        rows={imports}
        rowId={({ id }) => id}
        look="quiet"
        highlightOnHover
        verticalSpacing={6}
        horizontalSpacing="md"
      />
    </Paper>
  );
}

/** One-line summary of what an import did or will do. */
function countsText(batch: Import): string {
  const { counts, progress } = batch;
  if (isWorking(batch)) return `${number(progress.done)} of ${number(progress.total)} rows`;
  if (batch.state === 'uploaded') return '';
  if (batch.state === 'reverted') {
    const notReverted = counts.kept > 0 ? `, ${number(counts.kept)} not` : '';
    return `${number(counts.reverted)} reverted${notReverted}`;
  }
  const labels = batch.state === 'checked' ? PLANNED : DONE;
  const parts = COUNTED.filter((count) => counts[count] > 0).map(
    (count) => `${number(counts[count])} ${labels[count]}`,
  );
  return parts.join(', ');
}

const COUNTED = ['created', 'updated', 'skipped', 'refused'] as const;
const DONE = { created: 'created', updated: 'updated', skipped: 'skipped', refused: 'rejected' };
const PLANNED = { created: 'to create', updated: 'to update', skipped: 'to skip', refused: 'rejected' };
