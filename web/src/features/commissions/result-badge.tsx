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

type Result = Pick<StatementRow, 'result' | 'resolved'>;

export const resultText = ({ result, resolved }: Result): string =>
  resolved ? 'Resolved' : COMMISSION_RESULT_LABELS[result];

export const ResultBadge = ({ row }: { row: Result }) => (
  <LabelBadge hue={row.resolved ? 'gray' : HUES[row.result]}>{resultText(row)}</LabelBadge>
);
