import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useRevertImport } from '../api.ts';
import { revertText } from '../import-texts.ts';
import { FailureNote } from '../steps/failure-note.tsx';

interface RevertImportDialogProps {
  made: Import;
  opened: boolean;
  onClose: () => void;
  onStarted?: () => void;
}

/** Names what a revert takes back, and what it leaves. */
export function RevertImportDialog({ made, opened, onClose, onStarted }: RevertImportDialogProps) {
  const revert = useRevertImport(made.id);
  const started = () => {
    onClose();
    onStarted?.();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Revert this import?"
      message={
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {revertText(made)}
          </Text>
          <FailureNote message={revert.error?.message} />
        </Stack>
      }
      confirmLabel="Revert import"
      danger
      busy={revert.isPending}
      onConfirm={() => revert.mutate(undefined, { onSuccess: started })}
      onClose={onClose}
    />
  );
}
