import type { ImportState } from '@ledgerline/contract/imports/endpoints';
import { WordBadge } from '../../../components/ui/word-badge.tsx';
import { STATE_LABELS } from '../import-texts.ts';

/** The status of an import as a colored label. */
export function ImportStateBadge({ state }: { state: ImportState }) {
  const { word, hue } = STATE_LABELS[state];
  return <WordBadge hue={hue}>{word}</WordBadge>;
}
