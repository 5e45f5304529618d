import { usePageTitle } from '../../lib/page-title.ts';

export function ClientsPage() {
  usePageTitle('Clients');
  return <h1>Clients</h1>;
}
