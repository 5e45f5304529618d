import type { StatementRow } from '@ledgerline/contract/commissions/endpoints';
import { COMMISSION_RESULT_LABELS, type CommissionResult } from '@ledgerline/contract/rules/commissions';
import { LabelBadge } from '../../components/ui/label-badge.tsx';

const HUES: Record<CommissionResult, string> = {
  missing: 'red',
  under: 'orange',
  over: 'blue',
  unknown: 'yellow',
  ambiguous: 'yellow',
  duplicate: 'violet',
  chargeback: 'red',
  no_rate: 'gray',
  as_expected: 'green',
};

export function ResultBadge({ row }: { row: Pick<StatementRow, 'result' | 'resolved'> }) {
  if (row.resolved) return <LabelBadge hue="gray">Resolved</LabelBadge>;
  return <LabelBadge hue={HUES[row.result]}>{COMMISSION_RESULT_LABELS[row.result]}</LabelBadge>;
}
