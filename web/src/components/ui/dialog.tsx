import { MantineThemeProvider, Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { useDialogLayer } from './dialog-layer.ts';
import { liftToasts } from './notify.ts';

/** Props of every dialog. */
export interface Openable {
  opened: boolean;
  onClose: () => void;
}

interface DialogProps
  extends Pick<
    ModalProps,
    'opened' | 'title' | 'size' | 'fullScreen' | 'classNames' | 'withCloseButton' | 'closeOnClickOutside'
  > {
  /** The close button, the backdrop and Esc. */
  onClose: () => void;
  closeOnEscape?: boolean;
  /** Stays on top of dialogs opened later. */
  isLock?: boolean;
  children: ReactNode;
}

/** All dialogs of the portal use this component: it registers in the stack of open overlays. */
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
