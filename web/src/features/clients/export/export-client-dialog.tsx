import type { ExportedSecrets } from '@ledgerline/contract/client-export/endpoints';
import { Radio, Stack, Text } from '@mantine/core';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { saveFile } from '../../../domain/downloads.ts';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { localDay } from '../../../domain/today.ts';
import { type Client, useExportClient } from '../api.ts';
import { clientName } from '../client-display.ts';

interface ExportClientDialogProps {
  client: Client;
  opened: boolean;
  onClose: () => void;
}

/** Everything that is kept of a client as one download; secrets in clear only by a choice of their own. */
export function ExportClientDialog({ client, opened, onClose }: ExportClientDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Export all data" size="md">
      <ExportForm client={client} onDone={onClose} />
    </GuardedModal>
  );
}

function ExportForm({ client, onDone }: { client: Client; onDone: () => void }) {
  const exporting = useExportClient(Number(client.id));
  const editing = useEditing<{ secrets: ExportedSecrets }, Blob>({
    start: { secrets: 'masked' },
    check: () => ({}),
    send: async ({ secrets }) => {
      const archive = await exporting.mutateAsync(secrets);
      saveFile(archive, `client-${client.id}-${localDay()}.zip`);
      return archive;
    },
    successMessage: (archive) => `The export is downloaded (${(archive.size / 1_000_000).toFixed(1)} MB).`,
    onDone,
    failed: ({ message }) => message,
    toFieldErrors: () => ({}),
    logText: 'the client could not be exported',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} save="Export">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Everything that is kept of <strong>{clientName(client)}</strong> as a ZIP: a summary to read, all data
        for machines, and the files. The export is written down in the audit trail.
      </Text>
      <Radio.Group label="Secrets, such as the Social Security number" {...form.getInputProps('secrets')}>
        <Stack gap="xs" mt="xs">
          <Radio value="masked" label="As masks" data-autofocus />
          <Radio
            value="clear"
            label="In clear"
            description="Each counts as a reveal and is written down. Card security codes stay masked."
          />
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}
