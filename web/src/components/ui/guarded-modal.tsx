import type { ModalProps } from '@mantine/core';
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

type HasChanges = () => boolean;

const NO_CHANGES: HasChanges = () => false;
/** `then` runs after the dialog was left; outside a guarded dialog there is nothing to confirm. */
type Leave = (then?: () => void) => void;
interface Guarded {
  form: { current: HasChanges };
  setLost: (text: string) => void;
  leave: Leave;
}
const Guard = createContext<Guarded>({
  form: { current: NO_CHANGES },
  setLost: () => undefined,
  leave: (then) => then?.(),
});
const ALL_LOST = 'Your changes have not been saved.';

/** For a link inside a dialog: leaves the dialog, after confirmation if there are changes, and then goes on. */
export function useDialogLeave(): Leave {
  return useContext(Guard).leave;
}

/**
 * For the form in the dialog: whether it has changes, and the Cancel handler, which confirms first. A function is
 * evaluated on close, so that it sees changes since the last render. `lost` says what leaving discards, if it is not everything.
 */
export function useDialogGuard(isDirty: boolean | HasChanges, lost = ALL_LOST): () => void {
  const { form, setLost, leave } = useContext(Guard);
  useLayoutEffect(() => {
    form.current = typeof isDirty === 'function' ? isDirty : () => isDirty;
    return () => {
      form.current = NO_CHANGES;
    };
  }, [isDirty, form]);
  useLayoutEffect(() => setLost(lost), [lost, setLost]);
  return () => leave();
}

interface GuardedModalProps extends Pick<ModalProps, 'opened' | 'title' | 'size' | 'fullScreen'> {
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form: Esc, the close button and the backdrop confirm only after changes. */
export function GuardedModal({ opened, onClose, children, ...modal }: GuardedModalProps) {
  const form = useRef(NO_CHANGES);
  const [confirming, setConfirming] = useState<{ then?: (() => void) | undefined } | null>(null);
  const [lost, setLost] = useState(ALL_LOST);
  const [wasOpened, setWasOpened] = useState(opened);
  // Each opening starts without the confirmation, however the previous one ended.
  if (opened !== wasOpened) {
    setWasOpened(opened);
    setConfirming(null);
  }
  const closeThen = (then?: () => void) => {
    onClose();
    then?.();
  };
  const leave: Leave = (then) => (form.current() ? setConfirming({ then }) : closeThen(then));
  const discard = () => {
    setConfirming(null);
    closeThen(confirming?.then);
  };
  return (
    <>
      <Dialog {...modal} opened={opened} onClose={() => leave()}>
        <Guard value={{ form, setLost, leave }}>{children}</Guard>
      </Dialog>
      <ConfirmDialog
        opened={opened && confirming !== null}
        title="Discard changes?"
        message={lost}
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={discard}
        onClose={() => setConfirming(null)}
      />
    </>
  );
}
