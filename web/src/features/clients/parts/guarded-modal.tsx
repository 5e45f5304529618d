import { Modal, type ModalProps } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';

/** What a form inside the dialog tells it. */
export interface DialogGuard {
  /** Something was typed: leaving asks first. */
  setDirty: (isDirty: boolean) => void;
  /** Leaves, asking first when something was typed. */
  requestClose: () => void;
}

interface GuardedModalProps extends Pick<ModalProps, 'opened' | 'title' | 'size'> {
  onClose: () => void;
  children: (guard: DialogGuard) => ReactNode;
}

/** A dialog with a form: Esc, the cross and the backdrop ask only when something was typed. */
export function GuardedModal({ opened, title, size, onClose, children }: GuardedModalProps) {
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const requestClose = () => (isDirty ? setAsking(true) : onClose());
  const discard = () => {
    setAsking(false);
    onClose();
  };
  useWindowEvent('keydown', leaveOnEscape, { capture: true });
  function leaveOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && opened && !isAsking && !event.isComposing && !isFloating(event.target))
      requestClose();
  }
  return (
    <>
      <Modal opened={opened} onClose={requestClose} closeOnEscape={false} title={title} size={size}>
        {children({ setDirty, requestClose })}
      </Modal>
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

/** Esc in an open list or calendar closes that first. */
function isFloating(target: EventTarget | null): boolean {
  const floating = '[data-mantine-stop-propagation="true"], .mantine-Popover-dropdown';
  return target instanceof Element && target.closest(floating) !== null;
}
