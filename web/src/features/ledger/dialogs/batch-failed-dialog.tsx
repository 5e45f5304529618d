import { Button, Group, Text } from '@mantine/core';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { LedgerDialog } from '../store/ledger-dialogs.ts';

type Failed = Extract<LedgerDialog, { kind: 'batchFailed' }>;

/** A paste or fill that did not reach the server. Nothing was saved, and all of it can be retried. */
export function BatchFailedDialog({ dialog }: { dialog: Failed }) {
  const what = dialog.count === 1 ? '1 change was' : `${dialog.count.toLocaleString('en-US')} changes were`;
  return (
    <Dialog opened onClose={dialog.discard} title={`${what} not saved`} size="sm">
      <Text size="sm">{dialog.message}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        The cells show their previous values.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={dialog.discard}>
          Discard
        </Button>
        <Button onClick={dialog.retry} data-autofocus>
          Retry
        </Button>
      </Group>
    </Dialog>
  );
}
