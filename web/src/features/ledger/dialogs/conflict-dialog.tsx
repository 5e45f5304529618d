import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { Button, Group, Radio, ScrollArea, Text } from '@mantine/core';
import { useState } from 'react';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { displayText } from '../store/cell-text.ts';
import type { ConflictCell, LedgerDialog } from '../store/ledger-dialogs.ts';
import type { LedgerSession } from '../store/ledger-session.ts';
import { cellKey } from '../store/ledger-state.ts';

interface ConflictDialogProps {
  session: LedgerSession;
  dialog: Extract<LedgerDialog, { kind: 'conflict' }>;
}

/** Cells changed concurrently by another agent: choose mine or theirs per cell. */
export function ConflictDialog({ session, dialog }: ConflictDialogProps) {
  const { cells } = dialog;
  const [mine, setMine] = useState<ReadonlySet<string>>(
    () => new Set(cells.filter((cell) => !cell.isLocked).map((cell) => cellKey(cell.id, cell.field))),
  );
  const choose = (cell: ConflictCell, isMine: boolean) => {
    const next = new Set(mine);
    if (isMine) next.add(cellKey(cell.id, cell.field));
    else next.delete(cellKey(cell.id, cell.field));
    setMine(next);
  };
  const choice = (cell: ConflictCell, isMine: boolean, label: string) => (
    <Radio
      name={cellKey(cell.id, cell.field)}
      label={label}
      disabled={isMine && cell.isLocked}
      checked={mine.has(cellKey(cell.id, cell.field)) === isMine}
      onChange={() => choose(cell, isMine)}
    />
  );
  const columns: Column<ConflictCell>[] = [
    { id: 'cell', header: 'Cell', cell: (cell) => <WhichCell session={session} cell={cell} /> },
    { id: 'mine', header: 'Mine', cell: (cell) => choice(cell, true, mineText(cell)) },
    { id: 'theirs', header: 'Theirs', cell: (cell) => choice(cell, false, valueText(cell, cell.theirs)) },
  ];
  const title =
    cells.length === 1
      ? 'This cell was changed by someone else'
      : `${cells.length.toLocaleString('en-US')} cells were changed by someone else`;
  return (
    <Dialog
      opened
      onClose={() => dialog.settle(new Set())}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <ScrollArea.Autosize mah={360} type="auto">
        <DataTable
          columns={columns}
          rows={cells}
          rowId={(cell) => cellKey(cell.id, cell.field)}
          verticalSpacing={8}
        />
      </ScrollArea.Autosize>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => dialog.settle(new Set())}>
          Keep Theirs
        </Button>
        <Button onClick={() => dialog.settle(mine)} data-autofocus>
          {mine.size === cells.length ? 'Keep Mine' : 'Save Selection'}
        </Button>
      </Group>
    </Dialog>
  );
}

function WhichCell({ session, cell }: { session: LedgerSession; cell: ConflictCell }) {
  return (
    <>
      <Text size="sm" fw={500}>
        {fieldNamed(cell.field).label}
      </Text>
      <Text size="xs" c="dimmed">
        {clientName(session, cell.id)}
      </Text>
    </>
  );
}

/** Display text of the agent's own value. A typed secret is not shown again. */
function mineText(cell: ConflictCell): string {
  if (cell.isLocked) return 'cannot be restored';
  return fieldNamed(cell.field).kind === 'secret' ? 'Your entry' : valueText(cell, cell.mine);
}

function valueText(cell: ConflictCell, value: ConflictCell['mine']): string {
  const field = fieldNamed(cell.field);
  const isAlike = displayText(field, cell.mine) === displayText(field, cell.theirs);
  // Two phone numbers may differ only in formatting.
  const isAsStored = field.kind === 'phone' && isAlike;
  return (isAsStored ? String(value ?? '') : displayText(field, value)) || '—';
}

function clientName({ state }: LedgerSession, id: number): string {
  const names = [state.value(id, 'client_first_name'), state.value(id, 'client_last_name')];
  const row = state.order.positionOf(id);
  return names.filter(Boolean).join(' ') || (row === undefined ? `Client ${id}` : `Row ${row + 1}`);
}
