import type { Import, ImportFinding } from '@ledgerline/contract/imports/endpoints';
import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { PageBar } from '../../../components/ui/page-bar.tsx';
import { useRunImport } from '../api.ts';
import { FORESEEN_LABELS, rowsText, runText } from '../import-texts.ts';
import { DeleteImportButton } from '../list/delete-import-button.tsx';
import { ImportRows } from '../result/import-rows.tsx';
import { useDownloadOutcome } from '../result/use-download-outcome.ts';
import { useRowFilter } from '../result/use-row-filter.ts';
import { CountTiles } from './count-tiles.tsx';
import { FindingSummary } from './finding-summary.tsx';
import { StepHeading } from './step-heading.tsx';

const route = getRouteApi('/portal/crm/imports/$importId');

interface FindingsStepProps {
  batch: Import;
  findings: readonly (ImportFinding & { rows: number })[];
}

/** The result of the dry run, before anything is saved. */
export function FindingsStep({ batch, findings }: FindingsStepProps) {
  const { counts } = batch;
  const rows = useRowFilter('all');
  const tiles = [
    { filter: 'all', label: 'All rows', count: batch.row_count },
    ...(['created', 'updated', 'skipped', 'refused'] as const).map((filter) => ({
      filter,
      label: FORESEEN_LABELS[filter],
      count: counts[filter],
    })),
    { filter: 'warning', label: 'With warnings', count: counts.warnings },
    ...(counts.unconfirmed > 0 || rows.filter === 'unconfirmed'
      ? [{ filter: 'unconfirmed' as const, label: 'To confirm', count: counts.unconfirmed }]
      : []),
  ] as const;
  return (
    <Stack gap="sm">
      <StepHeading title="Review the import">
        Nothing has been saved yet. Cells that cannot be read are left out, and the rest of the row is
        imported. Rejected rows are not imported.
      </StepHeading>
      <CountTiles tiles={tiles} value={rows.filter} onChange={rows.setFilter} />
      <FindingSummary batch={batch} findings={findings} />
      <DownloadList batch={batch} />
      <FailureNote message={batch.error} />
      <ImportRows batch={batch} filter={rows.filter} page={rows.page} onPage={rows.setPage} />
      <RunBar batch={batch} />
    </Stack>
  );
}

/** Downloads the rows with rejected values, which the server stores only until the import runs. */
function DownloadList({ batch }: { batch: Import }) {
  const list = useDownloadOutcome(batch);
  if (batch.counts.warnings + batch.counts.refused === 0) return null;
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => list.mutate()}
        loading={list.isPending}
      >
        Download the List
      </Button>
      <FailureNote message={list.error?.message} />
    </div>
  );
}

function RunBar({ batch }: { batch: Import }) {
  const navigate = route.useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const writes = batch.counts.created + batch.counts.updated;
  const back = () => void navigate({ search: { step: 'columns' } });
  return (
    <PageBar>
      <Button variant="default" onClick={back}>
        Change Columns
      </Button>
      <div style={{ display: 'flex', alignItems: 'center', gap: 8, marginInlineStart: 'auto' }}>
        <DeleteImportButton batch={batch} />
        {writes === 0 ? (
          <Text size="sm">No rows can be imported with these settings.</Text>
        ) : (
          <Button onClick={() => setConfirming(true)}>Import {rowsText(writes)}</Button>
        )}
      </div>
      <RunImportDialog
        batch={batch}
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onStarted={() => void navigate({ search: {}, replace: true })}
      />
    </PageBar>
  );
}

interface RunImportDialogProps {
  batch: Import;
  opened: boolean;
  onClose: () => void;
  onStarted: () => void;
}

/** Final confirmation before records are changed. */
function RunImportDialog({ batch, opened, onClose, onStarted }: RunImportDialogProps) {
  const run = useRunImport(batch.id);
  return (
    <ConfirmDialog
      opened={opened}
      title={`Import “${batch.file_name}”?`}
      message={`${runText(batch)} You can revert the import for 30 days.`}
      failure={run.error?.message}
      confirmLabel={`Import ${rowsText(batch.counts.created + batch.counts.updated)}`}
      busy={run.isPending}
      onConfirm={() => run.mutate(undefined, { onSuccess: onStarted })}
      onClose={onClose}
    />
  );
}
