import { usePageTitle } from '../../lib/page-title.ts';

export function ClientPage() {
  usePageTitle('Client Details');
  return <h1>Client Details</h1>;
}
