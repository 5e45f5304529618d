import type { DuplicateScan } from '@ledgerline/contract/clients/duplicates/endpoints';
import { Progress, Stack, Text } from '@mantine/core';
import { momentText } from '../../../domain/days.ts';

/** When clients were compared last, or how far the running scan is. */
export function ScanState({ scan }: { scan: DuplicateScan | null | undefined }) {
  if (!scan) return null;
  const { state, progress } = scan;
  if (state === 'running' && progress) {
    const { done, total } = progress;
    const number = (value: number) => value.toLocaleString('en-US');
    // Clients may be added or deleted meanwhile.
    const of = Math.max(done, total);
    return (
      <Stack gap={4} w={260}>
        <Progress value={of === 0 ? 100 : (100 * done) / of} aria-label="Progress of the scan" />
        <Text size="xs" c="dimmed" className="tabular">
          {`Scanning: ${number(done)} of ${number(of)} clients`}
        </Text>
      </Stack>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      {textOf(scan)}
    </Text>
  );
}

function textOf({ state, started_at, finished_at }: DuplicateScan): string {
  if (state === 'running') return 'A scan is running.';
  if (finished_at !== null) return `Scanned ${momentText(finished_at)}`;
  return `The scan of ${momentText(started_at)} was interrupted. The next one runs tonight.`;
}
