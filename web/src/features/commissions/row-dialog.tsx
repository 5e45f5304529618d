import type { StatementRow } from '@ledgerline/contract/commissions/endpoints';
import { dateShort, moneyDisplay } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import type { Openable } from '../../components/ui/dialog.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { dayText } from '../../domain/days.ts';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useStatementWrites } from './api.ts';
import { MatchLine } from './match-line.tsx';
import { ResultBadge } from './result-badge.tsx';
import { monthText, rowName } from './statement-text.ts';

interface RowDialogProps extends Openable {
  statementId: number;
  row: StatementRow;
  canManage: boolean;
}

/** The lines behind a row; owners match a line to a policy and resolve a difference. */
export function RowDialog({ opened, onClose, ...row }: RowDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title={rowName(row.row)} size="lg">
      <RowContent {...row} onDone={onClose} />
    </GuardedModal>
  );
}

type ContentProps = Omit<RowDialogProps, keyof Openable> & { onDone: () => void };

function RowContent({ statementId, row, canManage, onDone }: ContentProps) {
  const { lines, expected_cents, paid_cents, resolved, result } = row;
  const [chosen, setChosen] = useState<number>();
  const line = row.policy ? lines.find(({ id }) => id === chosen) : lines[0];
  const stated = COLUMNS.filter(
    ({ id }) => (id !== 'period' && id !== 'paid_on') || lines.some((one) => one[id]),
  );
  const columns = canManage && row.policy ? [...stated, matchColumn(setChosen)] : stated;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <ResultBadge row={row} />
        <Text size="sm">
          {moneyDisplay(paid_cents)} paid
          {expected_cents === null
            ? ', expected amount not known'
            : `, ${moneyDisplay(expected_cents)} expected`}
        </Text>
      </Group>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          The statement has no line for this policy.
        </Text>
      ) : (
        <DataTable
          columns={columns}
          rows={lines}
          rowId={({ id }) => id}
          look="quiet"
          minWidth={columns.length > 3 ? 440 : 0}
          aria-label="Lines"
        />
      )}
      {canManage && line && (
        <MatchLine
          key={line.id}
          statementId={statementId}
          line={line}
          isMatched={row.policy !== null}
          candidates={row.candidates}
          onDone={onDone}
        />
      )}
      {resolved ? (
        <Alert color="gray" title={`Resolved by ${resolved.agent_name} on ${dayText(resolved.created_at)}`}>
          {resolved.note || 'No note.'}
        </Alert>
      ) : null}
      {canManage && (result !== 'as_expected' || resolved) && (
        <ResolveForm statementId={statementId} row={row} onDone={onDone} />
      )}
    </Stack>
  );
}

type Line = StatementRow['lines'][number];
/** Months and payment dates are shown if the file has any. */
const COLUMNS: Column<Line>[] = [
  { id: 'row', header: 'Row of the file', className: 'tabular', cell: ({ row_number }: Line) => row_number },
  { id: 'period', header: 'Month paid for', cell: ({ period }: Line) => (period ? monthText(period) : '—') },
  {
    id: 'paid_on',
    header: 'Payment date',
    cell: ({ paid_on }: Line) => (paid_on ? dateShort(paid_on) : '—'),
  },
  {
    ...{ id: 'amount', header: 'Amount', align: 'end' as const, className: 'tabular' },
    cell: ({ amount_cents }: Line) => moneyDisplay(amount_cents),
  },
];

/** For a line with the wrong policy. */
const matchColumn = (onChoose: (line: number) => void): Column<Line> => ({
  ...{ id: 'match', header: 'Actions', align: 'end' },
  cell: ({ id, row_number }) => (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`Match again: row ${row_number}`}
      onClick={() => onChoose(id)}
    >
      Match Again
    </Button>
  ),
});

interface ResolveFormProps {
  statementId: number;
  row: StatementRow;
  onDone: () => void;
}

function ResolveForm({ statementId, row, onDone }: ResolveFormProps) {
  const { resolve } = useStatementWrites(statementId);
  const { policy, lines, expected_cents, paid_cents, resolved } = row;
  const send = (note: string | null) =>
    resolve.mutateAsync({
      policy_id: policy?.id ?? null,
      line_id: policy ? null : (lines[0]?.id ?? null),
      ...{ note, expected_cents, paid_cents },
    });
  const editing = useEditing<{ note: string }, unknown>({
    start: { note: resolved?.note ?? '' },
    send: ({ note }) => send(resolved ? null : note),
    successMessage: resolved ? 'The difference was reopened.' : 'The difference was marked as resolved.',
    onDone,
    logText: 'the difference could not be resolved',
  });
  return (
    <DialogForm editing={editing} save={resolved ? 'Reopen' : 'Mark as Resolved'}>
      {!resolved && (
        <Textarea
          label="Note"
          description="For example, what the carrier said. If the amounts change, the difference reopens."
          maxLength={500}
          rows={2}
          {...editing.form.getInputProps('note')}
        />
      )}
    </DialogForm>
  );
}
