import { Paper } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { clientTasksQuery } from '../../domain/tasks/task-queries.ts';
import { useClient } from '../../features/clients/api.ts';
import { ClientDetail } from '../../features/clients/record/client-detail.tsx';
import { clientDocumentsQuery } from '../../features/documents/api.ts';
import { DocumentsCard } from '../../features/documents/documents-card.tsx';
import { clientInvoicesQuery } from '../../features/invoices/api.ts';
import { clientRecurringPaymentsQuery } from '../../features/recurring-payments/api.ts';
import { EmailLink } from '../../features/secure-links/email-link.tsx';
import { clientSessionsQuery } from '../../features/sessions/api.ts';
import { SessionsCard } from '../../features/sessions/sessions-card.tsx';
import { clientSubmissionsQuery } from '../../features/submissions/api.ts';
import { TasksCard } from '../../features/tasks/tasks-card.tsx';
import { ClientForms } from './client-forms.tsx';
import { ClientPayments } from './client-payments.tsx';
import { linkClient } from './link-client.ts';
import { useFormCatalogue } from './use-form-catalogue.ts';

const TimelineCard = lazy(async () => ({
  default: (await import('../../features/timeline/timeline-card.tsx')).TimelineCard,
}));

/** So long the cards of the work wait for each other; later each shows what it has. */
const TOGETHER_MS = 2000;

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
  const isReady = useWorkReady(clientId);
  if (!isReady) return <LoadingWork />;
  return (
    <>
      <TasksCard clientId={clientId} />
      <SessionsCard
        clientId={clientId}
        catalogue={catalogue}
        mail={({ id }) => linkedClient && <EmailLink client={linkedClient} link={{ session_id: id }} />}
      />
      <ClientForms clientId={clientId} />
      <DocumentsCard clientId={clientId} />
      <ClientPayments clientId={clientId} />
      <Suspense fallback={<LoadingRows rows={4} height={48} label="Loading the timeline" />}>
        <TimelineCard clientId={clientId} />
      </Suspense>
    </>
  );
}

/**
 * Whether every card of the work can be shown in its own height: one after the other they would push each other down.
 * Once so it stays so: a card that asks again what had failed is pending again, and keeps its place.
 */
function useWorkReady(clientId: number): boolean {
  const isAnswered = useQueries({
    queries: [
      clientTasksQuery(clientId),
      clientSessionsQuery(clientId),
      clientSubmissionsQuery(clientId),
      clientDocumentsQuery(clientId),
      clientInvoicesQuery(clientId),
      clientRecurringPaymentsQuery(clientId),
    ],
    combine: (asked) => asked.every(({ isPending }) => !isPending),
  });
  const [isReady, setReady] = useState(false);
  if (!isReady && isAnswered) setReady(true);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), TOGETHER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isReady;
}

function LoadingWork() {
  return ['tasks', 'sessions', 'forms', 'documents', 'invoices'].map((name) => (
    <Paper key={name} withBorder p="md">
      <LoadingRows rows={3} height={40} label={`Loading ${name}`} />
    </Paper>
  ));
}
