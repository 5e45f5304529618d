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
      { keys: ['G', 'T'], does: 'Go to Today (press one after the other)' },
      {
        keys: ['Shift', 'Enter'],
        does: 'On a column header: add the column to the sort order (up to three columns)',
      },
      { keys: ['?'], does: 'Show keyboard shortcuts' },
      { keys: ['Esc'], does: 'Close the open dialog or menu' },
    ],
  },
  {
    title: 'On Today',
    keys: [
      { keys: ['J'], does: 'Next item (same as ↓)' },
      { keys: ['K'], does: 'Previous item (same as ↑)' },
      { keys: ['Enter'], does: 'Run the item’s main action' },
      { keys: ['S'], does: 'Snooze the item' },
      { keys: ['H'], does: 'Reassign it' },
      { keys: ['O'], does: 'Open it' },
      { keys: ['D'], does: 'Dismiss a birthday, card or enrollment period' },
      { keys: ['N'], does: 'Add a task for its client' },
      { keys: ['Z'], does: 'Undo the last action' },
    ],
  },
  {
    title: 'In the ledger',
    keys: [
      { keys: ['Enter'], does: 'Edit the cell; press again to save' },
      { keys: ['Esc'], does: 'Cancel editing' },
      { keys: ['Tab'], does: 'Next cell' },
      { keys: ['Shift', '↓'], does: 'Select more cells' },
      { keys: [MOD, 'C'], does: 'Copy the selected cells' },
      { keys: [MOD, 'X'], does: 'Cut them' },
      { keys: [MOD, 'V'], does: 'Paste cells' },
      { keys: ['Delete'], does: 'Clear the selected cells' },
      { keys: [MOD, 'D'], does: 'Fill down from the first row' },
      { keys: [MOD, 'R'], does: 'Fill right from the first column' },
      { keys: [MOD, 'Z'], does: 'Undo' },
      { keys: [MOD, 'Shift', 'Z'], does: 'Redo' },
      { keys: [MOD, 'F'], does: 'Search clients' },
      { keys: [MOD, 'Shift', 'F'], does: 'Find a column' },
      { keys: ['Alt', 'N'], does: 'Add a row' },
      { keys: ['Alt', 'Shift', '↑'], does: 'Sort by the column, ascending' },
      { keys: ['Alt', 'Shift', '↓'], does: 'Sort by the column, descending' },
      { keys: [MOD, 'Alt', 'Shift', '↑'], does: 'Then sort by the column, ascending' },
      { keys: [MOD, 'Alt', 'Shift', '↓'], does: 'Then sort by the column, descending' },
      { keys: [MOD, 'Enter'], does: 'Open the client (same as the row number or the arrow beside the name)' },
      { keys: ['Shift', 'F10'], does: 'Open the menu of the column: sort, freeze, hide' },
      { keys: ['Alt', 'R'], does: 'Reveal the protected value being edited' },
    ],
  },
] as const;

/** The shortcut list opened by `?`. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  return (
    <Dialog opened onClose={onClose} title="Keyboard" size="md">
      <Stack gap="md">
        <AnchorLink {...helpFor(router.latestLocation.pathname)} size="sm" onClick={onClose}>
          Help for this screen
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
