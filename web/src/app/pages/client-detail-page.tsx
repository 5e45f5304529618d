import { getRouteApi } from '@tanstack/react-router';
import { useClient } from '../../features/clients/api.ts';
import { ClientDetail } from '../../features/clients/record/client-detail.tsx';
import { DocumentsCard } from '../../features/documents/documents-card.tsx';
import { EmailLink } from '../../features/secure-links/email-link.tsx';
import { SessionsCard } from '../../features/sessions/sessions-card.tsx';
import { ClientForms } from './client-forms.tsx';
import { ClientPayments } from './client-payments.tsx';
import { linkClient } from './link-client.ts';
import { useFormCatalogue } from './use-form-catalogue.ts';

const route = getRouteApi('/portal/crm/clients/$clientId');

/** The client page, composed of the features that own its cards. */
export function ClientDetailPage() {
  const { clientId } = route.useParams();
  const id = Number(clientId);
  return <ClientDetail key={clientId} clientId={id} work={<WorkCards clientId={id} />} />;
}

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
      <ClientPayments clientId={clientId} />
    </>
  );
}
