import type { ReactNode } from 'react';
import styles from './entry-facts.module.css';

/** The small line below the name of an entry in a card's list: what is known of it. */
export function EntryFacts({ children }: { children: ReactNode }) {
  return <span className={styles.facts}>{children}</span>;
}
