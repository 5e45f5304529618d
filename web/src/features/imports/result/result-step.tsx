import type { Import, ImportFinding, ImportState } from '@ledgerline/contract/imports/endpoints';
import type { ImportKind } from '@ledgerline/contract/imports/policy-columns';
import { Button, Group, Stack } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { ButtonLink } from '../../../components/ui/link.tsx';
import { useRunImport } from '../api.ts';
import { OUTCOME_LABELS, rowsText } from '../import-texts.ts';
import styles from '../imports.module.css';
import { type CountTile, CountTiles } from '../steps/count-tiles.tsx';
import { FindingSummary } from '../steps/finding-summary.tsx';
import { canRevert, revertPeriodText } from '../steps/import-steps.ts';
import { StepHeading } from '../steps/step-heading.tsx';
import { ImportRows } from './import-rows.tsx';
import { RevertImportDialog } from './revert-import-dialog.tsx';
import { useDownloadOutcome } from './use-download-outcome.ts';
import { useRowFilter } from './use-row-filter.ts';

interface ResultStepProps {
  batch: Import;
  findings: readonly (ImportFinding & { rows: number })[];
}

/** The result of an import, with the option to revert it. */
export function ResultStep({ batch, findings }: ResultStepProps) {
  const rows = useRowFilter(batch.state === 'reverted' && batch.counts.kept > 0 ? 'kept' : 'all');
  return (
    <Stack gap="sm">
      <StepHeading title={titleOf(batch.state)}>{textOf(batch)}</StepHeading>
      <FailureNote message={batch.error} />
      <ResultActions batch={batch} />
      <CountTiles tiles={tilesOf(batch)} value={rows.filter} onChange={rows.setFilter} />
      <FindingSummary batch={batch} findings={findings} />
      <ImportRows batch={batch} filter={rows.filter} page={rows.page} onPage={rows.setPage} />
    </Stack>
  );
}

function titleOf(state: ImportState): string {
  if (state === 'failed') return 'Import stopped';
  return state === 'reverted' ? 'Import reverted' : 'Import finished';
}

function textOf(batch: Import): string {
  const { state, counts } = batch;
  if (state === 'failed') return 'Rows imported so far stay. Continue the import or revert it.';
  if (state === 'reverted') {
    const revertedText = `${rowsText(counts.reverted)} reverted.`;
    if (counts.kept === 0) return revertedText;
    return `${revertedText} ${rowsText(counts.kept)} could not be fully reverted. The reasons are below.`;
  }
  const rejectedText =
    counts.refused > 0 ? ' The results file lists the rejected rows with the reasons.' : '';
  const period = revertPeriodText(batch);
  return `${rowsText(counts.created + counts.updated)} imported.${rejectedText}${period && ` ${period}.`}`;
}

function tilesOf({ counts, row_count }: Import): CountTile[] {
  return [
    { filter: 'all', label: 'All rows', count: row_count },
    ...(['created', 'updated', 'skipped', 'refused'] as const).map((filter) => ({
      filter,
      label: OUTCOME_LABELS[filter],
      count: counts[filter],
    })),
    { filter: 'warning', label: 'With warnings', count: counts.warnings },
    ...(counts.kept > 0 ? [{ filter: 'kept', label: 'Not reverted', count: counts.kept } as const] : []),
  ];
}

function RecordLinks({ kind }: { kind: ImportKind }) {
  if (kind === 'policies')
    return (
      <ButtonLink to="/crm/policies" variant="default">
        Policies
      </ButtonLink>
    );
  return (
    <>
      <ButtonLink to="/crm/clients" variant="default">
        Clients
      </ButtonLink>
      <ButtonLink to="/crm/ledger" variant="default">
        Ledger
      </ButtonLink>
    </>
  );
}

function ResultActions({ batch }: { batch: Import }) {
  const [isConfirming, setConfirming] = useState(false);
  const run = useRunImport(batch.id);
  const outcome = useDownloadOutcome(batch);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {batch.state === 'failed' && (
          <Button onClick={() => run.mutate()} loading={run.isPending}>
            Continue Import
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => outcome.mutate()}
          loading={outcome.isPending}
        >
          Download Results
        </Button>
        <RecordLinks kind={batch.kind} />
        {canRevert(batch) && (
          <Button
            variant="default"
            className={styles.danger ?? ''}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => setConfirming(true)}
          >
            Revert Import
          </Button>
        )}
      </Group>
      <FailureNote message={run.error?.message ?? outcome.error?.message} />
      <RevertImportDialog batch={batch} opened={isConfirming} onClose={() => setConfirming(false)} />
    </Stack>
  );
}
