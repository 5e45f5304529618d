import type { ModalProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

/** What a form inside the dialog tells it. */
export interface DialogGuard {
  /** Something was typed: leaving asks first. */
  setDirty: (isDirty: boolean) => void;
  /** Leaves, asking first when something was typed. */
  requestClose: () => void;
}

interface GuardedModalProps extends Pick<ModalProps, 'opened' | 'title' | 'size' | 'fullScreen'> {
  onClose: () => void;
  children: (guard: DialogGuard) => ReactNode;
}

/** A dialog with a form: Esc, the cross and the backdrop ask only when something was typed. */
export function GuardedModal({ opened, onClose, children, ...modal }: GuardedModalProps) {
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [wasOpened, setWasOpened] = useState(opened);
  // Each opening starts clean, however the one before it ended.
  if (opened !== wasOpened) {
    setWasOpened(opened);
    setDirty(false);
    setAsking(false);
  }
  const requestClose = () => (isDirty ? setAsking(true) : onClose());
  const discard = () => {
    setAsking(false);
    onClose();
  };
  return (
    <>
      <Dialog {...modal} opened={opened} onClose={requestClose}>
        {children({ setDirty, requestClose })}
      </Dialog>
      <ConfirmDialog
        opened={opened && isAsking}
        title="Discard changes?"
        message="What you typed has not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={discard}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
