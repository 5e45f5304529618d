import { Drawer as LibraryDrawer, MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDialogLayer } from './dialog-layer.ts';

interface DrawerProps {
  opened: boolean;
  title: string;
  size: number;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that slides in from the right; it registers in the stack of open overlays. */
export function Drawer({ opened, onClose, children, ...drawer }: DrawerProps) {
  const layer = useDialogLayer({ opened, onEscape: onClose });
  return (
    <LibraryDrawer {...drawer} opened={opened} onClose={onClose} position="right" {...layer.frame}>
      <MantineThemeProvider theme={layer.overlays}>{children}</MantineThemeProvider>
    </LibraryDrawer>
  );
}
