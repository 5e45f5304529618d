import { Modal, type ModalProps } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useDialogFocus } from './dialog-focus.ts';

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
  const [wasOpened, setWasOpened] = useState(opened);
  // Each opening starts clean, however the one before it ended.
  if (opened !== wasOpened) {
    setWasOpened(opened);
    setDirty(false);
    setAsking(false);
  }
  const focus = useDialogFocus(opened);
  const requestClose = () => (isDirty ? setAsking(true) : onClose());
  const discard = () => {
    setAsking(false);
    onClose();
  };
  useWindowEvent('keydown', leaveOnEscape, { capture: true });
  function leaveOnEscape(event: KeyboardEvent) {
    const isMine = opened && !isAsking && isTypedIn(focus.node, event.target);
    if (event.key === 'Escape' && isMine && !event.isComposing && !isFloating(event.target)) requestClose();
  }
  return (
    <>
      <Modal
        {...modal}
        ref={focus.setNode}
        opened={opened}
        onClose={requestClose}
        onExitTransitionEnd={focus.goBack}
        closeOnEscape={false}
      >
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
