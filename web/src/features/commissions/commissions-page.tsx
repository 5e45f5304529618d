import type { CommissionStatement } from '@ledgerline/contract/commissions/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Button, Group, Stack } from '@mantine/core';
import { IconPercentage, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { AmountEntry } from '../../components/ui/amount-entry.tsx';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { ListFrame } from '../../components/ui/list-frame.tsx';
import { PageHeader, useHeaderAction } from '../../components/ui/page-header.tsx';
import { dayText } from '../../domain/days.ts';
import { isOwner, signedInAgent } from '../../lib/sign-in.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { useStatements } from './api.ts';
import styles from './commissions.module.css';
import { ImportStatementDialog } from './import-statement-dialog.tsx';
import { RatesDialog } from './rates-dialog.tsx';
import { linesText, monthText } from './statement-text.ts';

/** /crm/commissions: the statements of carriers, and for owners the rates and the import. */
export function CommissionsPage() {
  const canManage = isOwner(signedInAgent());
  const [dialog, setDialog] = useState<'rates' | 'import' | null>(null);
  const [imports, setImports] = useState(0);
  const startImport = () => {
    setImports(imports + 1);
    setDialog('import');
  };
  const importAction = useHeaderAction('Import Statement', <IconUpload size={16} aria-hidden />);
  return (
    <Stack gap="sm" miw={0}>
      <PageHeader
        title="Commissions"
        actions={
          canManage && (
            <>
              <Button variant="default" onClick={() => setDialog('rates')}>
                Rates
              </Button>
              <Button {...importAction} onClick={startImport} />
            </>
          )
        }
      />
      <Statements onImport={canManage ? startImport : null} />
      <RatesDialog opened={dialog === 'rates'} onClose={() => setDialog(null)} />
      <ImportStatementDialog key={imports} opened={dialog === 'import'} onClose={() => setDialog(null)} />
    </Stack>
  );
}

function Statements({ onImport }: { onImport: (() => void) | null }) {
  const isWide = useIsWide();
  return (
    <ListFrame
      query={useStatements()}
      failed="The statements could not be loaded."
      loading={{ rows: 6, height: isWide ? 44 : 72, label: 'Loading statements' }}
    >
      {(statements) => {
        if (statements.length === 0) return <NoStatements onImport={onImport} />;
        if (!isWide) return <StatementCards statements={statements} />;
        return (
          <DataTable
            columns={COLUMNS}
            rows={statements}
            rowId={({ id }) => id}
            look="list"
            rowHeight={44}
            minWidth={900}
            aria-label="Statements"
          />
        );
      }}
    </ListFrame>
  );
}

function StatementLink({ statement }: { statement: CommissionStatement }) {
  const { id, carrier, month } = statement;
  return (
    <AnchorLink to="/crm/commissions/$statementId" params={{ statementId: String(id) }} inherit>
      {carrier}, {monthText(month)}
    </AnchorLink>
  );
}

const COLUMNS: readonly Column<CommissionStatement>[] = [
  {
    id: 'statement',
    header: 'Statement',
    width: '34%',
    cell: (statement) => <StatementLink statement={statement} />,
  },
  {
    ...{ id: 'paid', header: 'Paid', align: 'end', className: 'tabular', width: 140 },
    cell: ({ total_cents }) => moneyDisplay(total_cents),
  },
  {
    ...{ id: 'lines', header: 'Lines', align: 'end', className: 'tabular', width: 100 },
    cell: ({ line_count }) => line_count.toLocaleString('en-US'),
  },
  { id: 'file', header: 'File', cell: ({ file_name }) => file_name || '—' },
  {
    ...{ id: 'imported', header: 'Imported', width: 260 },
    cell: ({ agent_name, created_at }) => `${dayText(created_at)}, ${agent_name}`,
  },
];

function StatementCards({ statements }: { statements: readonly CommissionStatement[] }) {
  return (
    <ul className="plain" aria-label="Statements">
      {statements.map((statement) => (
        <li key={statement.id} className={styles.card}>
          <AmountEntry
            name={<StatementLink statement={statement} />}
            amount={moneyDisplay(statement.total_cents)}
          >
            <span>{linesText(statement.line_count)}</span>
            <span>Imported {dayText(statement.created_at)}</span>
          </AmountEntry>
        </li>
      ))}
    </ul>
  );
}

function NoStatements({ onImport }: { onImport: (() => void) | null }) {
  return (
    <EmptyState
      title="No statements yet"
      text={
        onImport
          ? 'Import a carrier’s statement to compare its payments with the commissions that you expect at your rates.'
          : 'Statements of the carriers of your policies appear here after an owner has imported them.'
      }
      icon={<IconPercentage size={22} aria-hidden />}
      action={
        onImport && (
          <Group justify="center">
            <Button variant="default" onClick={onImport}>
              Import Statement
            </Button>
          </Group>
        )
      }
    />
  );
}
