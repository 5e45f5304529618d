import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconListCheck } from '@tabler/icons-react';

/** Restores the getting started list. */
export function GettingStartedMenu({ onShow }: { onShow: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={36} aria-label="More for Today">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconListCheck size={16} aria-hidden />} onClick={onShow}>
          Show Getting Started
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
