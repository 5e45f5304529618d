import type { ReactNode } from 'react';
import styles from './card-columns.module.css';
import { packColumns } from './pack-columns.ts';

/** Cards in as many columns as fit, without holes between them. */
export function CardColumns({ children }: { children: ReactNode }) {
  return (
    <div ref={packColumns} className={styles.columns}>
      {children}
    </div>
  );
}
