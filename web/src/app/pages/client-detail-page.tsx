import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { ClientDetail } from '../../features/clients/client-detail.tsx';
import { ClientForms } from './client-forms.tsx';

const route = getRouteApi('/portal/crm/clients/$clientId');

/** The client page, composed of the features that own its cards. */
export function ClientDetailPage() {
  const { clientId } = route.useParams();
  const id = Number(clientId);
  return <ClientDetail key={clientId} clientId={id} work={<WorkCards clientId={id} />} />;
}

const SESSIONS = {
  title: 'Sessions',
  text: 'No sessions yet. Sessions started with this client will be listed here.',
};
const DOCUMENTS = {
  title: 'Documents',
  text: 'No documents yet. Files kept for this client will be listed here.',
};
const INVOICES = {
  title: 'Invoices & Payments',
  text: 'No invoices yet. Invoices and payments of this client will be listed here.',
};

function WorkCards({ clientId }: { clientId: number }) {
  return (
    <>
      <EmptyCard {...SESSIONS} />
      <ClientForms clientId={clientId} />
      <EmptyCard {...DOCUMENTS} />
      <EmptyCard {...INVOICES} />
    </>
  );
}

function EmptyCard({ title, text }: { title: string; text: string }) {
  return (
    <CardFrame title={title}>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </CardFrame>
  );
}
