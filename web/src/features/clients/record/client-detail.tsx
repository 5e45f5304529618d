import { Button, Paper, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { CardColumns } from '../../../components/ui/card-columns.tsx';
import { DangerAction } from '../../../components/ui/danger-action.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { isGone } from '../../../lib/is-gone.ts';
import { type Client, clientKeys, useClient } from '../api.ts';
import { clientName } from '../client-display.ts';
import { DeleteClientDialog } from '../deletion/delete-client-dialog.tsx';
import { EditClientDialog } from '../editing/edit-client-dialog.tsx';
import { ClientMenu } from '../export/client-menu.tsx';
import { ClientHistoryDrawer } from '../history/client-history-drawer.tsx';
import { ReassignDialog } from '../owner/reassign-dialog.tsx';
import { type DialogId, INFORMATION_CARDS } from './client-cards.ts';
import { ClientHeaderCard, LoadingHeader } from './client-header-card.tsx';
import { InformationCard } from './information-card.tsx';

interface ClientDetailProps {
  clientId: number;
  /** Work cards (tasks, sessions, invoices). The page composes them from other features. */
  work: ReactNode;
  /** Some work cards are still loading. Wait for all of them to avoid layout shifts. */
  isWorkPending?: boolean;
}

/** One client: header card, work cards, then information and documents (0§2 Client detail screen). */
export function ClientDetail({ clientId, work, isWorkPending = false }: ClientDetailProps) {
  const [isHistoryOpen, history] = useDisclosure(false);
  const client = useClient(clientId);
  const historyButton = (
    <Button
      variant="default"
      leftSection={<IconHistory size={16} aria-hidden />}
      onClick={history.open}
      disabled={!client.data}
    >
      History
    </Button>
  );
  return (
    <Stack gap="sm">
      <PageHeader
        title="Client Details"
        back={{ href: '/crm/clients', label: 'Back to clients' }}
        actions={
          <>
            {historyButton}
            {client.data && <ClientMenu client={client.data} />}
          </>
        }
      />
      {isGone(client.error, clientId) ? (
        <ErrorState title="Client not found." />
      ) : (
        <Loaded
          query={client}
          failed={({ message }) => `Error loading client: ${message}`}
          loading={<LoadingDetail />}
        >
          {(data) => <Cards client={data} work={work} isWorkPending={isWorkPending} />}
        </Loaded>
      )}
      <ClientHistoryDrawer clientId={clientId} opened={isHistoryOpen} onClose={history.close} />
    </Stack>
  );
}

function Cards({
  client,
  work,
  isWorkPending,
}: Omit<Required<ClientDetailProps>, 'clientId'> & { client: Client }) {
  const [editing, setEditing] = useState<{ dialog: DialogId; opened: boolean }>({
    dialog: 'name',
    opened: false,
  });
  const [isReassigning, reassigning] = useDisclosure(false);
  const edit = (dialog: DialogId) => setEditing({ dialog, opened: true });
  return (
    <>
      <ClientHeaderCard client={client} onEdit={() => edit('name')} onReassign={reassigning.open} />
      <ReassignDialog client={client} opened={isReassigning} onClose={reassigning.close} />
      {isWorkPending ? (
        <LoadingCards />
      ) : (
        <Suspense fallback={<LoadingCards />}>
          <CardColumns>
            {work}
            {INFORMATION_CARDS.map((card) => (
              <InformationCard key={card.dialog} card={card} client={client} onEdit={edit} />
            ))}
          </CardColumns>
        </Suspense>
      )}
      <DeleteAction client={client} />
      <EditClientDialog
        {...editing}
        client={client}
        onClose={() => setEditing({ ...editing, opened: false })}
      />
    </>
  );
}

function DeleteAction({ client }: { client: Client }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  async function leave() {
    await navigate({ to: '/crm/clients' });
    queryClient.removeQueries({ queryKey: clientKeys.client(client.id) });
    notifySuccess(`${clientName(client)} was deleted.`);
  }
  return (
    <DangerAction label="Delete Client">
      {(dialog) => (
        <DeleteClientDialog
          {...dialog}
          client={client}
          onDeleted={() => void leave()}
          onDeactivated={() => {
            dialog.onClose();
            notifySuccess(`${clientName(client)} is inactive now.`);
          }}
        />
      )}
    </DangerAction>
  );
}

function LoadingDetail() {
  return (
    <>
      <LoadingHeader />
      <LoadingCards />
    </>
  );
}

function LoadingCards() {
  return (
    <CardColumns>
      {[7, 4, 6, 3, 8, 5].map((rows) => (
        <Paper key={rows} withBorder p="md">
          <LoadingRows rows={rows} height={30} label="Loading client" />
        </Paper>
      ))}
    </CardColumns>
  );
}
