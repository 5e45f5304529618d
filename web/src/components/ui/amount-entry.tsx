import type { ReactNode } from 'react';
import styles from './amount-entry.module.css';
import { EntryFacts } from './entry-facts.tsx';

interface AmountEntryProps {
  name: string;
  amount: ReactNode;
  /** Additional content below the two fields. */
  children: ReactNode;
}

/** A monetary entry in a card list: name, amount and details. */
export function AmountEntry({ name, amount, children }: AmountEntryProps) {
  return (
    <>
      <span className={styles.head}>
        <span className={styles.name}>{name}</span>
        <span className={styles.amount}>{amount}</span>
      </span>
      <EntryFacts>{children}</EntryFacts>
    </>
  );
}
