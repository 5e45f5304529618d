import { usePageTitle } from '../../lib/page-title.ts';

export function StatusPage() {
  usePageTitle('System Status');
  return <h1>System Status</h1>;
}
