import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { Button, Group, ScrollArea, Text } from '@mantine/core';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { LedgerDialog } from '../store/ledger-dialogs.ts';

type Rejection = Extract<LedgerDialog, { kind: 'rejected' }>;

/** Maximum number of lines shown. A paste into the wrong column rejects thousands of cells for the same reason. */
const MAX_SHOWN = 200;

const COLUMNS: readonly Column<Rejection['cells'][number]>[] = [
  { id: 'row', header: 'Row', className: 'tabular', cell: ({ row }) => row ?? 'new' },
  { id: 'column', header: 'Column', cell: ({ field }) => (field ? fieldNamed(field).label : '') },
  {
    id: 'value',
    header: 'Value',
    cell: ({ text }) => (
      <Text size="sm" lineClamp={1} maw={160}>
        {text}
      </Text>
    ),
  },
  { id: 'reason', header: 'Reason', cell: ({ message }) => message },
];

/** Pasted cells that fail validation, with reasons. Nothing is saved until the agent decides. */
export function RejectedCellsDialog({ dialog }: { dialog: Rejection }) {
  const { cells, others } = dialog;
  return (
    <Dialog opened onClose={dialog.cancel} title={titleOf(dialog)} size="lg">
      <Text size="sm" mb="sm">
        Nothing has been saved yet.
      </Text>
      <ScrollArea.Autosize mah={320} type="auto" tabIndex={0} aria-label="Rejected cells">
        <DataTable
          columns={COLUMNS}
          rows={cells.slice(0, MAX_SHOWN)}
          rowId={({ row, field, text, message }) => `${row}:${field}:${text}:${message}`}
          verticalSpacing={6}
          stickyHeader
        />
        {cells.length > MAX_SHOWN && (
          <Text size="sm" c="dimmed" mt="xs">
            and {(cells.length - MAX_SHOWN).toLocaleString('en-US')} more
          </Text>
        )}
      </ScrollArea.Autosize>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={dialog.cancel} data-autofocus>
          Cancel
        </Button>
        {others > 0 && (
          <Button onClick={dialog.pasteOthers}>Paste the Other {others.toLocaleString('en-US')}</Button>
        )}
      </Group>
    </Dialog>
  );
}

function titleOf({ cells, isUnconfirmed = false }: Rejection): string {
  const count = cells.length.toLocaleString('en-US');
  if (isUnconfirmed)
    return cells.length === 1 ? '1 number was not confirmed' : `${count} numbers were not confirmed`;
  return cells.length === 1 ? '1 cell can’t be pasted' : `${count} cells can’t be pasted`;
}
