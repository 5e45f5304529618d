import type { Import, ImportFinding, ImportState } from '@ledgerline/contract/imports/endpoints';
import { Button, Group, Stack } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { ButtonLink } from '../../../components/ui/link.tsx';
import { useRunImport } from '../api.ts';
import { OUTCOME_WORDS, rowsText } from '../import-texts.ts';
import styles from '../imports.module.css';
import { type CountTile, CountTiles } from '../steps/count-tiles.tsx';
import { FindingSummary } from '../steps/finding-summary.tsx';
import { canRevert } from '../steps/import-steps.ts';
import { StepHeading } from '../steps/step-heading.tsx';
import { ImportRows } from './import-rows.tsx';
import { RevertImportDialog } from './revert-import-dialog.tsx';
import { useDownloadOutcome } from './use-download-outcome.ts';
import { useRowFilter } from './use-row-filter.ts';

interface ResultStepProps {
  made: Import;
  findings: readonly (ImportFinding & { rows: number })[];
}

/** What became of the rows, and the way back. */
export function ResultStep({ made, findings }: ResultStepProps) {
  const rows = useRowFilter(made.state === 'reverted' && made.counts.kept > 0 ? 'kept' : 'all');
  return (
    <Stack gap="sm">
      <StepHeading title={titleOf(made.state)}>{textOf(made)}</StepHeading>
      <FailureNote message={made.error} />
      <ResultActions made={made} />
      <CountTiles tiles={tilesOf(made)} value={rows.filter} onChange={rows.setFilter} />
      <FindingSummary made={made} findings={findings} />
      <ImportRows made={made} filter={rows.filter} page={rows.page} onPage={rows.setPage} />
    </Stack>
  );
}

function titleOf(state: ImportState): string {
  if (state === 'failed') return 'The import stopped';
  return state === 'reverted' ? 'The import is reverted' : 'The import is done';
}

function textOf({ state, counts }: Import): string {
  if (state === 'failed') return 'The rows written so far stay until you continue or revert.';
  if (state === 'reverted') {
    const whole = `${rowsText(counts.reverted)} taken back.`;
    if (counts.kept === 0) return whole;
    return `${whole} ${rowsText(counts.kept)} could not be taken back whole; the reasons are below.`;
  }
  const refused = counts.refused > 0 ? ' The outcome file lists the refused rows with the reasons.' : '';
  return `${rowsText(counts.created + counts.updated)} imported.${refused}`;
}

function tilesOf({ counts, row_count }: Import): CountTile[] {
  return [
    { filter: 'all', label: 'All rows', count: row_count },
    ...(['created', 'updated', 'skipped', 'refused'] as const).map((filter) => ({
      filter,
      label: OUTCOME_WORDS[filter],
      count: counts[filter],
    })),
    { filter: 'warning', label: 'With a warning', count: counts.warnings },
    ...(counts.kept > 0 ? [{ filter: 'kept', label: 'Not reverted', count: counts.kept } as const] : []),
  ];
}

function ResultActions({ made }: { made: Import }) {
  const [isAsking, setAsking] = useState(false);
  const run = useRunImport(made.id);
  const outcome = useDownloadOutcome(made);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {made.state === 'failed' && (
          <Button onClick={() => run.mutate()} loading={run.isPending}>
            Continue import
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => outcome.mutate()}
          loading={outcome.isPending}
        >
          Outcome file
        </Button>
        <ButtonLink to="/crm/clients" variant="default">
          Clients
        </ButtonLink>
        <ButtonLink to="/crm/ledger" variant="default">
          Ledger
        </ButtonLink>
        {canRevert(made) && (
          <Button
            variant="default"
            className={styles.danger ?? ''}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Revert import
          </Button>
        )}
      </Group>
      <FailureNote message={run.error?.message ?? outcome.error?.message} />
      <RevertImportDialog made={made} opened={isAsking} onClose={() => setAsking(false)} />
    </Stack>
  );
}
