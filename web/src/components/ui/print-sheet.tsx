import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import styles from './print-sheet.module.css';

/**
 * Printed instead of the screen, by a button or the browser's own command. It stays mounted from before printing
 * until the user acts again: some browsers report the end of printing too early.
 */
export function PrintSheet({ children }: { children: ReactNode }) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser snapshots the page as soon as this returns.
    const start = () => flushSync(() => setPrinting(true));
    const stop = () => setPrinting(false);
    window.addEventListener('beforeprint', start);
    window.addEventListener('pointerdown', stop, true);
    window.addEventListener('keydown', stop, true);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('pointerdown', stop, true);
      window.removeEventListener('keydown', stop, true);
    };
  }, []);
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-prints-sheet', isPrinting);
    return () => document.documentElement.removeAttribute('data-prints-sheet');
  }, [isPrinting]);
  if (!isPrinting) return null;
  return createPortal(
    <div className={styles.sheet} data-print-sheet>
      {children}
    </div>,
    document.body,
  );
}
