import { Paper, Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LeaveGuard } from '../../../components/ui/leave-guard.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { ClientForm } from './client-form.tsx';
import { useSaveNewClient } from './use-save-new-client.ts';

/** /crm/clients/new: the form of the dialog on a page of its own; saved, it leads to the client (decisions C10). */
export function CreateClientPage() {
  const navigate = useNavigate();
  const [isDirty, setDirty] = useState(false);
  const { isSaved, ...saving } = useSaveNewClient((id) => {
    void navigate({ to: '/crm/clients/$clientId', params: { clientId: String(id) }, ignoreBlocker: true });
  });
  return (
    <Stack gap="sm">
      <PageHeader title="Clients" back={{ href: '/crm/clients', label: 'Back to clients' }} />
      <LeaveGuard isDirty={isDirty && !isSaved} />
      <Paper withBorder p="md" maw={560}>
        <Title order={2} mb="sm">
          Add Client
        </Title>
        <ClientForm
          {...saving}
          onDirtyChange={setDirty}
          onCancel={() => void navigate({ to: '/crm/clients' })}
        />
      </Paper>
    </Stack>
  );
}
