import { Paper } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { OperationView } from '../../domain/bulk-actions/operation-view.tsx';

const route = getRouteApi('/portal/crm/bulk-actions/$operationId');

/** One bulk action: its progress or result. */
export function OperationPage() {
  const { operationId } = route.useParams();
  return (
    <>
      <PageHeader title="Operation" back={{ href: '/crm/operations', label: 'Recent operations' }} />
      <Paper withBorder p="md" maw={900}>
        <OperationView key={operationId} id={Number(operationId)} />
      </Paper>
    </>
  );
}
