import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { isMask } from '@ledgerline/contract/rules';
import { Button, Group, Radio, ScrollArea, Text } from '@mantine/core';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { type ConflictCell, cellKey } from './conflicts.ts';
import { displayText } from './field-text.ts';

interface ConflictDialogProps {
  cells: readonly ConflictCell[];
  /** What the agent saw: cells of a sheet or fields of a record. */
  of: 'cell' | 'field';
  clientName: (id: number) => string;
  /** `mine` lists the cells (`id:field`) whose own value wins. */
  resolve: (mine: ReadonlySet<string>) => void;
  /** Saves nothing, and loses nothing that was typed. */
  back: () => void;
  /** 'Cancel' where nothing was typed that could be edited, for example after a paste. */
  backLabel?: 'Back to Editing' | 'Cancel';
}

/** Values changed concurrently by another agent: choose mine or theirs for each. */
export function ConflictDialog({
  cells,
  of,
  clientName,
  resolve,
  back,
  backLabel = 'Back to Editing',
}: ConflictDialogProps) {
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
      // On a phone both columns fit.
      styles={{ label: { overflowWrap: 'anywhere' } }}
      disabled={isMine && cell.isLocked}
      checked={mine.has(cellKey(cell.id, cell.field)) === isMine}
      onChange={() => choose(cell, isMine)}
    />
  );
  const columns: Column<ConflictCell>[] = [
    {
      id: 'cell',
      header: of === 'cell' ? 'Cell' : 'Field',
      cell: (cell) => <WhichCell cell={cell} clientName={clientName(cell.id)} />,
    },
    { id: 'mine', header: 'Mine', cell: (cell) => choice(cell, true, mineText(cell)) },
    { id: 'theirs', header: 'Theirs', cell: (cell) => choice(cell, false, valueText(cell, cell.theirs)) },
  ];
  const title =
    cells.length === 1
      ? `This ${of} was changed by someone else`
      : `${cells.length.toLocaleString('en-US')} ${of}s were changed by someone else`;
  return (
    <Dialog opened onClose={back} title={title} size="lg" withCloseButton={false} closeOnClickOutside={false}>
      <ScrollArea.Autosize mah={360} type="auto">
        <DataTable
          columns={columns}
          rows={cells}
          rowId={(cell) => cellKey(cell.id, cell.field)}
          verticalSpacing={8}
        />
      </ScrollArea.Autosize>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="subtle" color="gray" mr="auto" onClick={back}>
          {backLabel}
        </Button>
        <Button variant="default" onClick={() => resolve(new Set())}>
          Keep Theirs
        </Button>
        <Button onClick={() => resolve(mine)} data-autofocus>
          {mine.size === cells.length ? 'Keep Mine' : 'Save Selection'}
        </Button>
      </Group>
    </Dialog>
  );
}

function WhichCell({ cell, clientName }: { cell: ConflictCell; clientName: string }) {
  return (
    <>
      <Text size="sm" fw={500}>
        {fieldNamed(cell.field).label}
      </Text>
      <Text size="xs" c="dimmed">
        {clientName}
      </Text>
    </>
  );
}

/** Display text of the agent's own value. A typed secret is not shown again. */
function mineText(cell: ConflictCell): string {
  if (cell.isLocked) return 'cannot be restored';
  const isTyped = fieldNamed(cell.field).kind === 'secret' && cell.mine !== null && !isMask(cell.mine);
  return isTyped ? 'Your entry' : valueText(cell, cell.mine);
}

function valueText(cell: ConflictCell, value: ConflictCell['mine']): string {
  const field = fieldNamed(cell.field);
  const isAlike = displayText(field, cell.mine) === displayText(field, cell.theirs);
  // Two phone numbers may differ only in formatting.
  const isAsStored = field.kind === 'phone' && isAlike;
  return (isAsStored ? String(value ?? '') : displayText(field, value)) || '—';
}
