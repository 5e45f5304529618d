import type { SavedView } from '@ledgerline/contract/saved-views/endpoints';
import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconChevronDown, IconDeviceFloppy, IconHistory } from '@tabler/icons-react';
import styles from './saved-views.module.css';
import type { OpenView } from './use-open-view.ts';

interface ViewsMenuProps {
  allLabel: string;
  view: OpenView;
  onSave: () => void;
  onShowDeleted: () => void;
}

/** Every view of the list, the agent's own before those that colleagues share. */
export function ViewsMenu({ allLabel, view, onSave, onShowDeleted }: ViewsMenuProps) {
  const { views, current, open, showAll, base } = view;
  const all = views.data?.data ?? [];
  const groups = [
    { label: 'Private', views: all.filter(({ is_shared }) => !is_shared) },
    { label: 'Shared with the brokerage', views: all.filter(({ is_shared }) => is_shared) },
  ];
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          flex="none"
          size="compact-sm"
          variant="subtle"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Views
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        <Menu.Item leftSection={<Check isOn={!current} />} onClick={showAll}>
          {allLabel}
        </Menu.Item>
        {groups.map(
          ({ label, views: ofGroup }) =>
            ofGroup.length > 0 && (
              <div key={label}>
                <Menu.Label>{label}</Menu.Label>
                {ofGroup.map((one) => (
                  <Menu.Item
                    key={one.id}
                    className={styles.item ?? ''}
                    leftSection={<Check isOn={one.id === current?.id} />}
                    onClick={() => open(one)}
                  >
                    {one.name}
                    <Note view={one} isDefault={one.id === views.data?.default_id} />
                  </Menu.Item>
                ))}
              </div>
            ),
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={onSave}>
          {base ? 'Save as New View' : 'Save View'}
        </Menu.Item>
        <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={onShowDeleted}>
          Deleted Views
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whose view it is, and whether the list opens with it. */
function Note({ view: { is_shared, agent }, isDefault }: { view: SavedView; isDefault: boolean }) {
  const notes = [
    is_shared && (agent ? `by ${agent.name}` : 'by a deleted agent'),
    isDefault && 'opens by default',
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {notes.join(', ')}
    </Text>
  );
}

function Check({ isOn }: { isOn: boolean }) {
  return <IconCheck size={16} aria-hidden style={{ visibility: isOn ? 'visible' : 'hidden' }} />;
}
