import { lazy, Suspense } from 'react';
import type { BulkBarProps } from './bulk-bar.tsx';

const Bar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));

/** The actions for chosen rows above a list; nothing while none is chosen. Space is reserved while they load. */
export function BulkActions(props: BulkBarProps) {
  const { ids, isAll } = props.selection;
  if (ids.length === 0 && !isAll) return null;
  return (
    <Suspense fallback={<div style={{ minHeight: 36 }} />}>
      <Bar {...props} />
    </Suspense>
  );
}
