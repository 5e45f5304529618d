import { Drawer } from '@mantine/core';
import type { Openable } from '../../components/ui/dialog.tsx';
import { useDialogLayer } from '../../components/ui/dialog-layer.ts';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The sidebar on narrow screens: slides over the page, with a backdrop (0§2). */
export function SidebarDrawer({ opened, onClose }: Openable) {
  const layer = useDialogLayer({ opened, onEscape: onClose });
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      {...layer.frame}
      size={264}
      transitionProps={{ duration: 160 }}
      classNames={{ content: styles.drawer }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Sidebar onNavigate={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
