import { Button, Group, Text } from '@mantine/core';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { LedgerDialog } from '../store/ledger-dialogs.ts';

type AddRows = Extract<LedgerDialog, { kind: 'addRows' }>;

/** The pasted cells reach past the last row. */
export function AddRowsDialog({ dialog }: { dialog: AddRows }) {
  const rows = dialog.count === 1 ? '1 row' : `${dialog.count.toLocaleString('en-US')} rows`;
  return (
    <Dialog opened onClose={dialog.cancel} title={`Add ${rows}?`} size="md">
      <Text size="sm">
        The copied cells reach {rows} past the last row. Each of these rows becomes a new client.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={dialog.cancel}>
          Cancel
        </Button>
        {dialog.pasteWithout && (
          <Button variant="default" onClick={dialog.pasteWithout}>
            Paste without them
          </Button>
        )}
        <Button onClick={dialog.addRows} data-autofocus>
          Add {rows}
        </Button>
      </Group>
    </Dialog>
  );
}
