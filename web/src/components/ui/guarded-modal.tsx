import { Modal, type ModalProps } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** What a form inside the dialog tells it. */
export interface DialogGuard {
  /** Something was typed: leaving asks first. */
  setDirty: (isDirty: boolean) => void;
  /** Leaves, asking first when something was typed. */
  requestClose: () => void;
}

const DIALOG = '[role="dialog"]';

interface GuardedModalProps extends Pick<ModalProps, 'opened' | 'title' | 'size' | 'fullScreen'> {
  onClose: () => void;
  children: (guard: DialogGuard) => ReactNode;
}

/** A dialog with a form: Esc, the cross and the backdrop ask only when something was typed. */
export function GuardedModal({ opened, onClose, children, ...modal }: GuardedModalProps) {
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const requestClose = () => (isDirty ? setAsking(true) : onClose());
  const discard = () => {
    setAsking(false);
    onClose();
  };
  useWindowEvent('keydown', leaveOnEscape, { capture: true });
  function leaveOnEscape(event: KeyboardEvent) {
    const isMine = opened && !isAsking && isTypedIn(root.current, event.target);
    if (event.key === 'Escape' && isMine && !event.isComposing && !isFloating(event.target)) requestClose();
  }
  return (
    <>
      <Modal {...modal} ref={root} opened={opened} onClose={requestClose} closeOnEscape={false}>
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

/** Esc in an open list or calendar closes that first; so it does with what is being dragged. */
function isFloating(target: EventTarget | null): boolean {
  const floating = '[data-mantine-stop-propagation="true"], .mantine-Popover-dropdown';
  return target instanceof Element && target.closest(floating) !== null;
}

/**
 * Of dialogs that lie upon one another, Esc closes the upper one. That may have closed itself for the same key already:
 * the key's own target still tells; or it has just opened and the focus has not reached it.
 */
function isTypedIn(root: HTMLElement | null, target: EventTarget | null): boolean {
  const own = root?.querySelector(DIALOG);
  if (!own) return true;
  const focused = target instanceof Element ? target.closest(DIALOG) : null;
  const top = [...document.querySelectorAll(DIALOG)].at(-1);
  return (focused === null || focused === own) && top === own;
}
