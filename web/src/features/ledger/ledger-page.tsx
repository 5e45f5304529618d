import { usePageTitle } from '../../lib/page-title.ts';

export function LedgerPage() {
  usePageTitle('Client Ledger');
  return <h1>Client Ledger</h1>;
}
