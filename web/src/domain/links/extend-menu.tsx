import { EXTEND_DAYS } from '@ledgerline/contract/rules';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

interface ExtendMenuProps {
  isExtending: boolean;
  onExtend: (days: number) => void;
}

/** How much longer a link should be valid (decisions I2). */
export function ExtendMenu({ isExtending, onExtend }: ExtendMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          loading={isExtending}
        >
          Extend
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {EXTEND_DAYS.map((days) => (
          <Menu.Item key={days} onClick={() => onExtend(days)}>
            {days === 1 ? '1 day' : `${days} days`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
