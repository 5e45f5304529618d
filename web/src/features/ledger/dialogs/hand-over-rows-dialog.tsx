import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { AgentSelect, type Successor } from '../../../domain/agents/agent-select.tsx';
import type { LedgerDialog } from '../store/ledger-dialogs.ts';

type HandOver = Extract<LedgerDialog, { kind: 'handOver' }>;

/** To whom the clients of the selected rows go. */
export function HandOverRowsDialog({ dialog }: { dialog: HandOver }) {
  const [to, setTo] = useState<Successor | null>(null);
  const clients = dialog.count === 1 ? '1 client' : `${dialog.count.toLocaleString('en-US')} clients`;
  return (
    <Dialog opened onClose={dialog.cancel} title={`Hand over ${clients}`} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (to !== null) dialog.handOver(to === 'nobody' ? null : to);
        }}
      >
        <Stack gap="sm">
          <Text size="sm">The clients of the selected rows get a new owner. Undo takes it back.</Text>
          <AgentSelect label="New owner" data-autofocus value={to} onChange={setTo} />
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={dialog.cancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={to === null}>
            Hand over
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
