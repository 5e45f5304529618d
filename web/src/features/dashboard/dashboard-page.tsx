import { usePageTitle } from '../../lib/page-title.ts';

export function DashboardPage() {
  usePageTitle('Dashboard');
  return <h1>Dashboard</h1>;
}
