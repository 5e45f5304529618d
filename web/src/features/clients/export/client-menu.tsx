import type { ExportedSecrets } from '@ledgerline/contract/client-export/endpoints';
import { ActionIcon, Menu, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowMerge, IconDots, IconFileZip, IconShieldSearch } from '@tabler/icons-react';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { MenuLink } from '../../../components/ui/menu-link.tsx';
import { saveFile } from '../../../domain/downloads.ts';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { localDay } from '../../../domain/today.ts';
import { isAgentManager, isOwner, signedInAgent } from '../../../lib/sign-in.ts';
import { type Client, useExportClient } from '../api.ts';
import { clientName } from '../client-display.ts';

/** Further client actions; some are for owners and developers only. */
export function ClientMenu({ client }: { client: Client }) {
  const [isExporting, exporting] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions for this client">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOwner(signedInAgent()) && (
            // Includes views (decision 063).
            <MenuLink
              to="/crm/audit"
              search={{ client: client.id }}
              leftSection={<IconShieldSearch size={16} aria-hidden />}
            >
              All Activity
            </MenuLink>
          )}
          <MenuLink
            to="/crm/clients/merge"
            search={{ ids: String(client.id) }}
            leftSection={<IconArrowMerge size={16} aria-hidden />}
          >
            Merge with Another Client
          </MenuLink>
          {isAgentManager(signedInAgent()) && (
            <Menu.Item leftSection={<IconFileZip size={16} aria-hidden />} onClick={exporting.open}>
              Export All Data
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ExportClientDialog client={client} opened={isExporting} onClose={exporting.close} />
    </>
  );
}

interface ExportClientDialogProps {
  client: Client;
  opened: boolean;
  onClose: () => void;
}

/** Downloads all data of a client. Secrets are in plain text only if explicitly chosen. */
function ExportClientDialog({ client, opened, onClose }: ExportClientDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Export All Data" size="md">
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
    successMessage: (archive) => `The export was downloaded (${(archive.size / 1_000_000).toFixed(1)} MB).`,
    onDone,
    failed: ({ message }) => message,
    toFieldErrors: () => ({}),
    logText: 'the client could not be exported',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} save="Export">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Downloads all records of <strong>{clientName(client)}</strong> as a ZIP file with a readable summary,
        machine-readable data and all files. The export is recorded in the audit log.
      </Text>
      <Radio.Group label="Secrets, such as the Social Security number" {...form.getInputProps('secrets')}>
        <Stack gap="xs" mt="xs">
          <Radio value="masked" label="Masked" data-autofocus />
          <Radio
            value="clear"
            label="In plain text"
            description="Each value counts as a reveal and is recorded in the audit log. Card security codes stay masked."
          />
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}
