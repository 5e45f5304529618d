import type { Import } from '@ledgerline/contract/imports/endpoints';
import { number } from './import-texts.ts';
import { isWorking } from './steps/import-steps.ts';

/** One-line summary of what an import did or will do. */
export function countsText(batch: Import): string {
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
