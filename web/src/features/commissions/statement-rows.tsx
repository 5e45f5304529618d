import type { StatementRow } from '@ledgerline/contract/commissions/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { UnstyledButton } from '@mantine/core';
import { AmountEntry } from '../../components/ui/amount-entry.tsx';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { useIsWide } from '../../lib/use-is-wide.ts';
import styles from './commissions.module.css';
import { ResultBadge, resultText } from './result-badge.tsx';
import { differenceText, rowName } from './statement-text.ts';

interface StatementRowsProps {
  rows: readonly StatementRow[];
  onOpen: (row: StatementRow) => void;
}

const idOf = ({ kind, id }: StatementRow) => `${kind} ${id}`;
const policyText = ({ policy, lines }: StatementRow): string => {
  if (!policy) return lines[0]?.number ?? '';
  // The number comes first because long texts are truncated at the end.
  return [policy.policy_number, policy.carrier, policy.plan_name].filter(Boolean).join(' ');
};

/** The rows of a statement; the result of each opens its lines. */
export function StatementRows({ rows, onOpen }: StatementRowsProps) {
  const isWide = useIsWide();
  if (!isWide)
    return (
      <ul className="plain" aria-label="Rows">
        {rows.map((row) => (
          <li key={idOf(row)} className={styles.card}>
            <AmountEntry name={<Name row={row} />} amount={moneyDisplay(row.paid_cents)}>
              <OpenRow row={row} onOpen={onOpen} />
              <span>{policyText(row)}</span>
              {row.expected_cents !== null && <span>Expected {moneyDisplay(row.expected_cents)}</span>}
            </AmountEntry>
          </li>
        ))}
      </ul>
    );
  return (
    <DataTable
      columns={columnsOf(onOpen)}
      rows={rows}
      rowId={idOf}
      look="list"
      rowHeight={44}
      minWidth={960}
      aria-label="Rows"
    />
  );
}

const amount = { align: 'end', className: 'tabular', width: 130 } as const;

const columnsOf = (onOpen: StatementRowsProps['onOpen']): Column<StatementRow>[] => [
  { id: 'result', header: 'Result', width: 160, cell: (row) => <OpenRow row={row} onOpen={onOpen} /> },
  { id: 'client', header: 'Client', cell: (row) => <Name row={row} /> },
  { id: 'policy', header: 'Policy', cell: (row) => policyText(row) || '—' },
  {
    ...{ id: 'expected', header: 'Expected', ...amount },
    cell: ({ expected_cents }) => (expected_cents === null ? '—' : moneyDisplay(expected_cents)),
  },
  { id: 'paid', header: 'Paid', ...amount, cell: ({ paid_cents }) => moneyDisplay(paid_cents) },
  { id: 'difference', header: 'Difference', ...amount, cell: (row) => differenceText(row) ?? '—' },
];

function OpenRow({ row, onOpen }: { row: StatementRow; onOpen: StatementRowsProps['onOpen'] }) {
  return (
    <UnstyledButton aria-label={`Open: ${rowName(row)}, ${resultText(row)}`} onClick={() => onOpen(row)}>
      <ResultBadge row={row} />
    </UnstyledButton>
  );
}

function Name({ row }: { row: StatementRow }) {
  if (!row.policy) return <>{rowName(row)}</>;
  return (
    <AnchorLink to="/crm/clients/$clientId" params={{ clientId: String(row.policy.client_id) }} inherit>
      {rowName(row)}
    </AnchorLink>
  );
}
