import type { Import, ImportState } from '@ledgerline/contract/imports/endpoints';

/** The two steps that the address asks for; every other one follows from the import's state. */
export type ChoosingStep = 'columns' | 'duplicates';

/** What the page of an import shows. */
export type ImportView = ChoosingStep | 'working' | 'findings' | 'result';

export const STEP_LABELS = ['Columns', 'Duplicates', 'Check', 'Import'] as const;

const WORKING: readonly ImportState[] = ['checking', 'running', 'reverting'];

export function isWorking({ state }: Pick<Import, 'state'>): boolean {
  return WORKING.includes(state);
}

/** Columns and duplicates can be chosen until the import runs: a check can be repeated. */
export function viewOf(state: ImportState, wanted: ChoosingStep | undefined): ImportView {
  if (state === 'uploaded') return wanted ?? 'columns';
  if (state === 'checked') return wanted ?? 'findings';
  return WORKING.includes(state) ? 'working' : 'result';
}

/** Position among STEP_LABELS; their number once everything is done. */
export function stepOf(state: ImportState, view: ImportView): number {
  if (view === 'columns') return 0;
  if (view === 'duplicates') return 1;
  if (view === 'findings' || state === 'checking') return 2;
  return state === 'running' || state === 'failed' ? 3 : STEP_LABELS.length;
}

/** Before it has run an import can be given up; afterwards it is taken back. */
export function canDelete(state: ImportState): boolean {
  return state === 'uploaded' || state === 'checked';
}

export function canRevert({ state, counts }: Pick<Import, 'state' | 'counts'>): boolean {
  return (state === 'done' || state === 'failed') && counts.created + counts.updated > 0;
}

/** The outcome file tells what a run did. */
export function hasOutcome(state: ImportState): boolean {
  return state === 'done' || state === 'failed' || state === 'reverting' || state === 'reverted';
}
