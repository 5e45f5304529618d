import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useRunImport } from '../api.ts';
import { rowsText, runText } from '../import-texts.ts';
import { FailureNote } from './failure-note.tsx';

interface RunImportDialogProps {
  made: Import;
  opened: boolean;
  onClose: () => void;
  onStarted: () => void;
}

/** The last word before clients change. */
export function RunImportDialog({ made, opened, onClose, onStarted }: RunImportDialogProps) {
  const run = useRunImport(made.id);
  return (
    <ConfirmDialog
      opened={opened}
      title={`Import “${made.file_name}”?`}
      message={
        <Stack gap="sm">
          <Text size="sm">{runText(made)} The import can be reverted afterwards.</Text>
          <FailureNote message={run.error?.message} />
        </Stack>
      }
      confirmLabel={`Import ${rowsText(made.counts.created + made.counts.updated)}`}
      busy={run.isPending}
      onConfirm={() => run.mutate(undefined, { onSuccess: onStarted })}
      onClose={onClose}
    />
  );
}
