import type { ImportState } from '@ledgerline/contract/imports/endpoints';
import { LabelBadge } from '../../../components/ui/label-badge.tsx';
import { STATE_LABELS } from '../import-texts.ts';

/** The status of an import as a colored label. */
export function ImportStateBadge({ state }: { state: ImportState }) {
  const { label, hue } = STATE_LABELS[state];
  return <LabelBadge hue={hue}>{label}</LabelBadge>;
}
