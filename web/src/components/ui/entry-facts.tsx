import type { ReactNode } from 'react';
import styles from './entry-facts.module.css';

/** The small line below an entry's name in a card list. */
export function EntryFacts({ children }: { children: ReactNode }) {
  return <span className={styles.facts}>{children}</span>;
}
