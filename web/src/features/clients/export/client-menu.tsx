import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconFileZip, IconShieldSearch } from '@tabler/icons-react';
import { MenuLink } from '../../../components/ui/menu-link.tsx';
import { isAgentManager, isOwner, signedInAgent } from '../../../lib/sign-in.ts';
import type { Client } from '../api.ts';
import { ExportClientDialog } from './export-client-dialog.tsx';

/** Further client actions for owners and developers. */
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
          <Menu.Item leftSection={<IconFileZip size={16} aria-hidden />} onClick={exporting.open}>
            Export all data
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ExportClientDialog client={client} opened={isExporting} onClose={exporting.close} />
    </>
  );
}
