import { Button, Group, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, type Openable } from './dialog.tsx';

interface ClosingDialogProps extends Openable, Pick<ModalProps, 'title' | 'size'> {
  /** Another button at the foot, on the far side of Close. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A dialog in which nothing waits to be saved: what it shows, and Close. */
export function ClosingDialog({ beside, children, ...dialog }: ClosingDialogProps) {
  return (
    <Dialog {...dialog}>
      <Stack gap="md">
        {children}
        <Group justify={beside ? 'space-between' : 'flex-end'} gap="xs">
          {beside}
          <Button variant="default" onClick={dialog.onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
