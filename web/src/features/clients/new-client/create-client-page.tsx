import { Paper, Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { LeaveGuard } from '../../../components/ui/leave-guard.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { ClientForm, useNewClient } from './client-form.tsx';

/** /crm/clients/new: the new client form as a page. Opens the client after saving (decisions C10). */
export function CreateClientPage() {
  const navigate = useNavigate();
  const open = (id: number) =>
    void navigate({ to: '/crm/clients/$clientId', params: { clientId: String(id) }, ignoreBlocker: true });
  const client = useNewClient({ onSaved: open, onUse: open });
  return (
    <Stack gap="sm">
      <PageHeader title="Clients" back={{ href: '/crm/clients', label: 'Back to clients' }} />
      <LeaveGuard isDirty={client.editing.isDirty} />
      <Paper withBorder p="md" maw={560}>
        <Title order={2} mb="sm">
          Add Client
        </Title>
        <ClientForm {...client} onCancel={() => void navigate({ to: '/crm/clients' })} />
      </Paper>
    </Stack>
  );
}
