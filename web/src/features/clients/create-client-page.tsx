import { usePageTitle } from '../../lib/page-title.ts';

export function CreateClientPage() {
  usePageTitle('Clients');
  return <h1>Clients</h1>;
}
