import type { ReactNode } from 'react';
import styles from './amount-entry.module.css';
import { EntryFacts } from './entry-facts.tsx';

interface AmountEntryProps {
  name: string;
  amount: ReactNode;
  /** What else there is to say, below the two. */
  children: ReactNode;
}

/** An entry of a card's list of money: its name, its amount and what is known of it. */
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
