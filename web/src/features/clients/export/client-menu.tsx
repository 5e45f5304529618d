import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconFileZip } from '@tabler/icons-react';
import { isAgentManager, signedInAgent } from '../../../lib/sign-in.ts';
import type { Client } from '../api.ts';
import { ExportClientDialog } from './export-client-dialog.tsx';

/** What else can be done with a client, for those who run the portal. */
export function ClientMenu({ client }: { client: Client }) {
  const [isExporting, exporting] = useDisclosure(false);
  if (!isAgentManager(signedInAgent())) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More for this client">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileZip size={16} aria-hidden />} onClick={exporting.open}>
            Export all data
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ExportClientDialog client={client} opened={isExporting} onClose={exporting.close} />
    </>
  );
}
