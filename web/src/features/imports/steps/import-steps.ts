import type { Import, ImportState } from '@ledgerline/contract/imports/endpoints';

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

export function canRevert({ state, counts }: Pick<Import, 'state' | 'counts'>): boolean {
  return (state === 'done' || state === 'failed') && counts.created + counts.updated > 0;
}

/** The results file describes what a run did. */
export function hasOutcome(state: ImportState): boolean {
  return state === 'done' || state === 'failed' || state === 'reverting' || state === 'reverted';
}
