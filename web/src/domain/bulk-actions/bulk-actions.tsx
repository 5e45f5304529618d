import { lazy, Suspense } from 'react';
import styles from './bulk-bar.module.css';
import type { BulkBarProps } from './bulk-bar.tsx';

const Bar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));

/**
 * The actions for chosen rows above a list; nothing while none is chosen. While cards are being selected they are always shown,
 * because the cards would otherwise move under the finger. Space is reserved while they load.
 */
export function BulkActions(props: BulkBarProps) {
  const { ids, isAll, isSelecting } = props.selection;
  if (ids.length === 0 && !isAll && (!isSelecting || props.total === 0)) return null;
  return (
    <Suspense fallback={<div className={styles.loading} />}>
      <Bar {...props} />
    </Suspense>
  );
}
