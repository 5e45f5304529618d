import { Drawer } from '@mantine/core';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

interface SidebarDrawerProps {
  opened: boolean;
  onClose: () => void;
}

/** The sidebar of narrow screens: slides over the page, with a backdrop (0§2). */
export function SidebarDrawer({ opened, onClose }: SidebarDrawerProps) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size={264}
      transitionProps={{ duration: 160 }}
      classNames={{ content: styles.drawer }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <nav aria-label="Main" className={styles.drawerNav}>
          <Sidebar onNavigate={onClose} />
        </nav>
      </Drawer.Content>
    </Drawer.Root>
  );
}
