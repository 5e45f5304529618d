import { fieldNamed } from '@ledgerline/contract/clients/fields/catalogue';
import { Button, Group, Radio, ScrollArea, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { displayText } from '../store/cell-text.ts';
import type { ConflictCell, LedgerDialog } from '../store/ledger-dialogs.ts';
import type { LedgerSession } from '../store/ledger-session.ts';
import { cellKey } from '../store/ledger-state.ts';

interface ConflictDialogProps {
  session: LedgerSession;
  dialog: Extract<LedgerDialog, { kind: 'conflict' }>;
}

/** Cells that somebody else changed in between: mine or theirs, cell by cell. */
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
        <Table verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Cell</Table.Th>
              <Table.Th>Mine</Table.Th>
              <Table.Th>Theirs</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cells.map((cell) => (
              <ConflictRow
                key={cellKey(cell.id, cell.field)}
                session={session}
                cell={cell}
                isMine={mine.has(cellKey(cell.id, cell.field))}
                onChoose={(isMine) => choose(cell, isMine)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => dialog.settle(new Set())}>
          Take theirs
        </Button>
        <Button onClick={() => dialog.settle(mine)} data-autofocus>
          {mine.size === cells.length ? 'Keep mine' : 'Save this choice'}
        </Button>
      </Group>
    </Dialog>
  );
}

interface ConflictRowProps {
  session: LedgerSession;
  cell: ConflictCell;
  isMine: boolean;
  onChoose: (isMine: boolean) => void;
}

function ConflictRow({ session, cell, isMine, onChoose }: ConflictRowProps) {
  const field = fieldNamed(cell.field);
  const group = cellKey(cell.id, cell.field);
  const isAlike = displayText(field, cell.mine) === displayText(field, cell.theirs);
  // Two phones may differ in their form alone.
  const isAsStored = field.kind === 'phone' && isAlike;
  const text = (value: ConflictCell['mine']) =>
    (isAsStored ? String(value ?? '') : displayText(field, value)) || '—';
  const mineText = field.kind === 'secret' ? 'What I typed' : text(cell.mine);
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}>
          {field.label}
        </Text>
        <Text size="xs" c="dimmed">
          {clientName(session, cell.id)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Radio
          name={group}
          label={cell.isLocked ? 'cannot be put back' : mineText}
          disabled={cell.isLocked}
          checked={isMine}
          onChange={() => onChoose(true)}
        />
      </Table.Td>
      <Table.Td>
        <Radio name={group} label={text(cell.theirs)} checked={!isMine} onChange={() => onChoose(false)} />
      </Table.Td>
    </Table.Tr>
  );
}

function clientName({ state }: LedgerSession, id: number): string {
  const names = [state.value(id, 'client_first_name'), state.value(id, 'client_last_name')];
  const row = state.order.positionOf(id);
  return names.filter(Boolean).join(' ') || (row === undefined ? `Client ${id}` : `Row ${row + 1}`);
}
