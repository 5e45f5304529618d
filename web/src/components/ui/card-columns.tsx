import type { ReactNode } from 'react';
import styles from './card-columns.module.css';
import { packColumns } from './pack-columns.ts';

/** A masonry grid of cards without gaps. */
export function CardColumns({ children }: { children: ReactNode }) {
  return (
    <div ref={packColumns} className={styles.columns}>
      {children}
    </div>
  );
}
