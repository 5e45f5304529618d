import { IconLayoutDashboard } from '@tabler/icons-react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';

export function DashboardPage() {
  return (
    <>
      <PageHeader title="Dashboard" />
      <EmptyState
        icon={<IconLayoutDashboard size={22} aria-hidden />}
        title="Dashboard coming soon"
        action={<AnchorLink to="/crm/clients">Go to the clients</AnchorLink>}
      />
    </>
  );
}
