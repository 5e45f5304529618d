import { Kbd, Stack, Table, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { Dialog } from '../../components/ui/dialog.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { helpFor } from './help-topics.ts';
import { MOD } from './keys.ts';

const KEYS = [
  {
    title: 'Everywhere',
    keys: [
      { keys: [MOD, 'K'], does: 'Jump to a client, form, invoice, screen or action' },
      { keys: ['/'], does: 'Search on this screen' },
      { keys: ['G', 'T'], does: 'Go to Today: one after the other' },
      { keys: ['?'], does: 'Show these keys' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    title: 'On Today',
    keys: [
      { keys: ['J'], does: 'Next line, as ↓ does' },
      { keys: ['K'], does: 'Line before, as ↑ does' },
      { keys: ['Enter'], does: 'Do what the line offers' },
      { keys: ['S'], does: 'Snooze the line' },
      { keys: ['H'], does: 'Hand it over' },
      { keys: ['O'], does: 'Open it' },
      { keys: ['D'], does: 'Put a birthday, a card or a window aside for good' },
      { keys: ['N'], does: 'Add a task for its client' },
      { keys: ['Z'], does: 'Take back what was done last' },
    ],
  },
  {
    title: 'In the ledger',
    keys: [
      { keys: ['Enter'], does: 'Edit the cell, and again to keep the change' },
      { keys: ['Esc'], does: 'Leave the cell as it was' },
      { keys: ['Tab'], does: 'Next cell' },
      { keys: ['Shift', '↓'], does: 'Select more cells' },
      { keys: [MOD, 'C'], does: 'Copy the selected cells' },
      { keys: [MOD, 'X'], does: 'Cut them' },
      { keys: [MOD, 'V'], does: 'Paste cells' },
      { keys: ['Delete'], does: 'Empty the selected cells' },
      { keys: [MOD, 'D'], does: 'Fill the first row down' },
      { keys: [MOD, 'R'], does: 'Fill the first column to the right' },
      { keys: [MOD, 'Z'], does: 'Undo' },
      { keys: [MOD, 'Shift', 'Z'], does: 'Redo' },
      { keys: [MOD, 'F'], does: 'Search clients' },
      { keys: [MOD, 'Shift', 'F'], does: 'Find a column' },
      { keys: ['Alt', 'N'], does: 'Add a row' },
      { keys: ['Alt', 'Shift', '↑'], does: 'Sort by the column, ascending' },
      { keys: ['Alt', 'Shift', '↓'], does: 'Sort by the column, descending' },
      { keys: [MOD, 'Enter'], does: 'Open the client, as the row number and the arrow beside a name do' },
      { keys: ['Alt', 'R'], does: 'Reveal the secret that is being edited' },
    ],
  },
] as const;

/** The list behind `?`. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  return (
    <Dialog opened onClose={onClose} title="Keyboard" size="md">
      <Stack gap="md">
        <AnchorLink {...helpFor(router.latestLocation.pathname)} size="sm" onClick={onClose}>
          What the guide says of this screen
        </AnchorLink>
        {KEYS.map((group) => (
          <section key={group.title}>
            <Title order={3} mb={4}>
              {group.title}
            </Title>
            <Table verticalSpacing={6} withRowBorders={false}>
              <Table.Tbody>
                {group.keys.map(({ keys, does }) => (
                  <Table.Tr key={does}>
                    <Table.Th fw={400}>{does}</Table.Th>
                    <Table.Td ta="end">
                      {keys.map((key) => (
                        <Kbd key={key} ml={4}>
                          {key}
                        </Kbd>
                      ))}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}
