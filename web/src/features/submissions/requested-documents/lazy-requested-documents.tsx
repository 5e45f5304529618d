import { lazy, Suspense } from 'react';
import { LoadingRows } from '../../../components/ui/loaded.tsx';
import type { RequestedDocumentsProps } from './requested-documents.tsx';

const Lazy = lazy(async () => ({
  default: (await import('./requested-documents.tsx')).RequestedDocuments,
}));

/** Loaded only when a request is opened. */
export function RequestedDocuments(props: RequestedDocumentsProps) {
  return (
    <Suspense fallback={<LoadingRows rows={3} />}>
      <Lazy {...props} />
    </Suspense>
  );
}
