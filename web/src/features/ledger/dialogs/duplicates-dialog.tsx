import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { LikelyClients } from '../../../domain/clients/likely-clients.tsx';
import type { LedgerDialog } from '../store/ledger-dialogs.ts';

type Duplicates = Extract<LedgerDialog, { kind: 'duplicates' }>;

/** The person in a new row may already be a client. The typed value is saved only if the agent adds the client anyway. */
export function DuplicatesDialog({ dialog }: { dialog: Duplicates }) {
  const navigate = useNavigate();
  async function open(id: number) {
    if (await dialog.discardRow())
      await navigate({ to: '/crm/clients/$clientId', params: { clientId: String(id) } });
  }
  return (
    <Dialog opened onClose={dialog.cancel} title="Add this client?" size="md">
      <LikelyClients clients={dialog.clients} onUse={(id) => void open(id)} />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={dialog.cancel}>
          Cancel
        </Button>
        <Button onClick={dialog.addAnyway} data-autofocus>
          Add Anyway
        </Button>
      </Group>
    </Dialog>
  );
}
