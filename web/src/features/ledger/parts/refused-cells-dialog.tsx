import { fieldNamed } from '@ledgerline/contract/clients/fields/catalogue';
import { Button, Group, ScrollArea, Table, Text } from '@mantine/core';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { LedgerDialog } from '../store/ledger-dialogs.ts';

type Refused = Extract<LedgerDialog, { kind: 'refused' }>;

/** Lines shown at most; a paste into a wrong column refuses thousands for the same reason. */
const MAX_SHOWN = 200;

/** Cells that cannot hold what was pasted, each with its reason; nothing is written until this is answered. */
export function RefusedCellsDialog({ dialog }: { dialog: Refused }) {
  const { cells, others } = dialog;
  const title =
    cells.length === 1 ? '1 cell was refused' : `${cells.length.toLocaleString('en-US')} cells were refused`;
  return (
    <Dialog opened onClose={dialog.cancel} title={title} size="lg">
      <Text size="sm" mb="sm">
        Nothing has been written yet.
      </Text>
      <ScrollArea.Autosize mah={320} type="auto" tabIndex={0} aria-label="Refused cells">
        <Table verticalSpacing={6} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>Value</Table.Th>
              <Table.Th>Reason</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cells.slice(0, MAX_SHOWN).map((cell) => (
              <Table.Tr key={`${cell.row}:${cell.field}:${cell.text}:${cell.message}`}>
                <Table.Td className="tabular">{cell.row ?? 'new'}</Table.Td>
                <Table.Td>{cell.field ? fieldNamed(cell.field).label : ''}</Table.Td>
                <Table.Td>
                  <Text size="sm" lineClamp={1} maw={160}>
                    {cell.text}
                  </Text>
                </Table.Td>
                <Table.Td>{cell.message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
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
        {others > 0 && <Button onClick={dialog.pasteOthers}>Paste the others</Button>}
      </Group>
    </Dialog>
  );
}
