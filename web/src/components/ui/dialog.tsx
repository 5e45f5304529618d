import { MantineThemeProvider, Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { useDialogLayer } from './dialog-layer.ts';
import { liftToasts } from './notify.ts';

/** What every dialog is told by who shows it. */
export interface Openable {
  opened: boolean;
  onClose: () => void;
}

interface DialogProps
  extends Pick<
    ModalProps,
    'opened' | 'title' | 'size' | 'fullScreen' | 'classNames' | 'withCloseButton' | 'closeOnClickOutside'
  > {
  /** The cross, the backdrop and Esc. */
  onClose: () => void;
  closeOnEscape?: boolean;
  /** It stays on top of whatever opens after it. */
  isLock?: boolean;
  children: ReactNode;
}

/** Every dialog of the portal goes through this one: it takes its place in the stack of those that are open. */
export function Dialog({
  opened,
  onClose,
  closeOnEscape = true,
  isLock = false,
  children,
  ...modal
}: DialogProps) {
  const layer = useDialogLayer({ opened, isLock, onEscape: closeOnEscape ? onClose : () => undefined });
  useLayoutEffect(() => (opened ? liftToasts() : undefined), [opened]);
  return (
    <Modal {...modal} opened={opened} onClose={onClose} {...layer.frame}>
      <MantineThemeProvider theme={layer.overlays}>{children}</MantineThemeProvider>
    </Modal>
  );
}
