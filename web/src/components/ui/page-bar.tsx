import type { ReactNode } from 'react';
import { FailureNote } from './error-note.tsx';
import { applyFooterOffset } from './footer-offset.ts';
import styles from './page-bar.module.css';

interface PageBarProps {
  /** Shown in the bar, which would cover a message below the fields of the page. */
  problem?: string | null | undefined;
  children: ReactNode;
}

/** The buttons of a page with a long list, at the bottom of the window. */
export function PageBar({ problem, children }: PageBarProps) {
  return (
    <div ref={applyFooterOffset} className={styles.bar}>
      {problem && (
        <div className={styles.problem}>
          <FailureNote message={problem} />
        </div>
      )}
      {children}
    </div>
  );
}
