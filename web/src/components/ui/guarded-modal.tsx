import type { ModalProps } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

const Guard = createContext({ setDirty: (_isDirty: boolean) => {}, leave: () => {} });

/** For what is edited in the dialog: says whether something was typed, and gives what Cancel does, which asks first then. */
export function useDialogGuard(isDirty: boolean): () => void {
  const { setDirty, leave } = useContext(Guard);
  useEffect(() => {
    setDirty(isDirty);
    return () => setDirty(false);
  }, [isDirty, setDirty]);
  return leave;
}

interface GuardedModalProps extends Pick<ModalProps, 'opened' | 'title' | 'size' | 'fullScreen'> {
  onClose: () => void;
  children: ReactNode;
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
  const leave = () => (isDirty ? setAsking(true) : onClose());
  const discard = () => {
    setAsking(false);
    onClose();
  };
  return (
    <>
      <Dialog {...modal} opened={opened} onClose={leave}>
        <Guard value={{ setDirty, leave }}>{children}</Guard>
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
