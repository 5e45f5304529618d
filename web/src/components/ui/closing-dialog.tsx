import { Button, Group, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog, type Openable } from './dialog.tsx';

interface ClosingDialogProps extends Openable, Pick<ModalProps, 'title' | 'size'> {
  /** Another button in the footer, opposite Close. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A dialog without anything to save: content and Close. */
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
