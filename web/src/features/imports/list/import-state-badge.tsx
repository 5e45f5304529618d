import type { ImportState } from '@ledgerline/contract/imports/endpoints';
import { WordBadge } from '../../../components/ui/word-badge.tsx';
import { STATE_LABELS } from '../import-texts.ts';

/** How far an import has come, as words with their hue. */
export function ImportStateBadge({ state }: { state: ImportState }) {
  const { word, hue } = STATE_LABELS[state];
  return <WordBadge hue={hue}>{word}</WordBadge>;
}
