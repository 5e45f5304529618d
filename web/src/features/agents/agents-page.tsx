import { usePageTitle } from '../../lib/page-title.ts';

export function AgentsPage() {
  usePageTitle('Agents');
  return <h1>Agents</h1>;
}
