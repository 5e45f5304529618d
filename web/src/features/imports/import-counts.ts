import type { Import } from '@ledgerline/contract/imports/endpoints';
import { number } from './import-texts.ts';
import { isWorking } from './steps/import-steps.ts';

/** What an import of the list has done, or would do, in one line. */
export function countsText(made: Import): string {
  const { counts, progress } = made;
  if (isWorking(made)) return `${number(progress.done)} of ${number(progress.total)} rows`;
  if (made.state === 'uploaded') return '';
  if (made.state === 'reverted') {
    const kept = counts.kept > 0 ? `, ${number(counts.kept)} not` : '';
    return `${number(counts.reverted)} reverted${kept}`;
  }
  const words = made.state === 'checked' ? FORESEEN : DONE;
  const parts = COUNTED.filter((count) => counts[count] > 0).map(
    (count) => `${number(counts[count])} ${words[count]}`,
  );
  return parts.join(', ');
}

const COUNTED = ['created', 'updated', 'skipped', 'refused'] as const;
const DONE = { created: 'created', updated: 'updated', skipped: 'skipped', refused: 'refused' };
const FORESEEN = { created: 'to create', updated: 'to update', skipped: 'to skip', refused: 'refused' };
