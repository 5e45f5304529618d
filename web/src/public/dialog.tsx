import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';
import { Mark } from './mark.tsx';
import { useMessages } from './texts/language.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** As large as the window allows, for documents. */
  isLarge?: boolean;
  children: ReactNode;
}

/** A modal dialog. The browser traps the focus inside and returns it on close. */
export function Dialog({ title, onClose, isLarge = false, children }: DialogProps) {
  const { text } = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // Close it while it is still in the document: the browser does not return focus for a removed dialog.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    // Focus the content first, not the close button.
    heading.current?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-large={isLarge || undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2 ref={heading} id={id} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <button type="button" className={styles.close} aria-label={text('close')} onClick={onClose}>
          <Mark name="cross" size={22} />
        </button>
      </div>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
