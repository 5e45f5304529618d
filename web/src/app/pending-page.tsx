import { LoadingRows } from '../components/ui/loading-rows.tsx';

/** Stands in while a screen's code is on its way. */
export function PendingPage() {
  return <LoadingRows />;
}
