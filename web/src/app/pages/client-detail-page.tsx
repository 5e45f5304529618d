import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { useClient } from '../../features/clients/api.ts';
import { ClientDetail } from '../../features/clients/client-detail.tsx';
import { DocumentsCard } from '../../features/documents/documents-card.tsx';
import { EmailLink } from '../../features/secure-links/parts/email-link.tsx';
import { SessionsCard } from '../../features/sessions/sessions-card.tsx';
import { ClientForms } from './client-forms.tsx';
import { linkClient } from './link-client.ts';
import { useFormCatalogue } from './use-form-catalogue.ts';

const route = getRouteApi('/portal/crm/clients/$clientId');

/** The client page, composed of the features that own its cards. */
export function ClientDetailPage() {
  const { clientId } = route.useParams();
  const id = Number(clientId);
  return <ClientDetail key={clientId} clientId={id} work={<WorkCards clientId={id} />} />;
}

const INVOICES = {
  title: 'Invoices & Payments',
  text: 'No invoices yet. Invoices and payments of this client will be listed here.',
};

function WorkCards({ clientId }: { clientId: number }) {
  const catalogue = useFormCatalogue();
  const client = useClient(clientId);
  const linkedClient = client.data ? linkClient(clientId, client.data) : null;
  return (
    <>
      <SessionsCard
        clientId={clientId}
        catalogue={catalogue}
        mail={({ id }) => linkedClient && <EmailLink client={linkedClient} link={{ session_id: id }} />}
      />
      <ClientForms clientId={clientId} />
      <DocumentsCard clientId={clientId} />
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
