import type { Import, ImportState } from '@ledgerline/contract/imports/endpoints';
import { isUndoable, undoUntil } from '@ledgerline/contract/rules';
import { dayText } from '../../../domain/days.ts';

/** The two steps selected by the URL. All others follow from the import's state. */
export type ChoosingStep = 'columns' | 'duplicates';

/** The views of the import page. */
export type ImportView = ChoosingStep | 'working' | 'findings' | 'result';

export const STEP_LABELS = ['Columns', 'Duplicates', 'Check', 'Import'] as const;

const WORKING: readonly ImportState[] = ['checking', 'running', 'reverting'];

export function isWorking({ state }: Pick<Import, 'state'>): boolean {
  return WORKING.includes(state);
}

/** Columns and duplicate handling can be changed until the import runs, and the check can be repeated. */
export function viewOf(state: ImportState, wanted: ChoosingStep | undefined): ImportView {
  if (state === 'uploaded') return wanted ?? 'columns';
  if (state === 'checked') return wanted ?? 'findings';
  return WORKING.includes(state) ? 'working' : 'result';
}

/** Index in STEP_LABELS; its length once everything is done. */
export function stepOf(state: ImportState, view: ImportView): number {
  if (view === 'columns') return 0;
  if (view === 'duplicates') return 1;
  if (view === 'findings' || state === 'checking') return 2;
  return state === 'running' || state === 'failed' ? 3 : STEP_LABELS.length;
}

/** An import can be discarded before it runs and reverted afterwards. */
export function canDelete(state: ImportState): boolean {
  return state === 'uploaded' || state === 'checked';
}

export function canRevert(batch: Pick<Import, 'state' | 'counts' | 'finished_at'>): boolean {
  return hasWritten(batch) && !isRevertOver(batch);
}

const hasWritten = ({ state, counts }: Pick<Import, 'state' | 'counts'>): boolean =>
  (state === 'done' || state === 'failed') && counts.created + counts.updated > 0;

const isRevertOver = ({ finished_at }: Pick<Import, 'finished_at'>): boolean =>
  finished_at !== null && !isUndoable(new Date(finished_at), new Date());

/** Until when it can be reverted, or that it no longer can; '' if there is nothing to revert, or a stopped one can be continued. */
export function revertPeriodText(batch: Pick<Import, 'state' | 'counts' | 'finished_at'>): string {
  if (!hasWritten(batch) || batch.finished_at === null) return '';
  if (isRevertOver(batch)) return 'Can no longer be reverted, because 30 days have passed';
  return `Can be reverted until ${dayText(undoUntil(new Date(batch.finished_at)).toISOString())}`;
}

/** The results file describes what a run did. */
export function hasOutcome(state: ImportState): boolean {
  return state === 'done' || state === 'failed' || state === 'reverting' || state === 'reverted';
}
