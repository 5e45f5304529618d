import { useQueries } from '@tanstack/react-query';
import { getRouteApi, useRouterState } from '@tanstack/react-router';
import { lazy, useEffect, useRef, useState } from 'react';
import { clientTasksQuery } from '../../domain/tasks/task-queries.ts';
import { useClient, useReportOpened } from '../../features/clients/api.ts';
import { ClientDetail } from '../../features/clients/record/client-detail.tsx';
import { clientDocumentsQuery } from '../../features/documents/api.ts';
import { DocumentsCard } from '../../features/documents/documents-card.tsx';
import { clientInvoicesQuery } from '../../features/invoices/api.ts';
import { clientRecurringPaymentsQuery } from '../../features/recurring-payments/api.ts';
import { clientSessionsQuery } from '../../features/sessions/api.ts';
import { SessionsCard } from '../../features/sessions/sessions-card.tsx';
import { clientSubmissionsQuery } from '../../features/submissions/api.ts';
import { TasksCard } from '../../features/tasks/tasks-card.tsx';
import { useTimeline } from '../../features/timeline/api.ts';
import { ClientForms } from './client-forms.tsx';
import { ClientPayments } from './client-payments.tsx';
import { linkClient } from './link-client.ts';
import { sessionSender } from './session-sender.tsx';
import { useFormCatalog } from './use-form-catalog.ts';

const loadTimeline = () => import('../../features/timeline/timeline-card.tsx');
const TimelineCard = lazy(async () => ({ default: (await loadTimeline()).TimelineCard }));

/** How long work cards wait for each other; after that each shows what it has. */
const TOGETHER_MS = 2000;

const route = getRouteApi('/portal/crm/clients/$clientId');

/** The client page, composed of the features that own its cards. */
export function ClientDetailPage() {
  const { clientId } = route.useParams();
  const id = Number(clientId);
  return <Client key={id} clientId={id} />;
}

function Client({ clientId }: { clientId: number }) {
  useReportOpened(clientId);
  const isReady = useWorkReady(clientId);
  return (
    <ClientDetail clientId={clientId} work={<WorkCards clientId={clientId} />} isWorkPending={!isReady} />
  );
}

function WorkCards({ clientId }: { clientId: number }) {
  const catalog = useFormCatalog();
  const client = useClient(clientId);
  const linkedClient = client.data ? linkClient(clientId, client.data) : null;
  const documents = useNamedPart('documents');
  return (
    <>
      <TasksCard clientId={clientId} />
      <SessionsCard
        clientId={clientId}
        catalog={catalog}
        sendLink={({ id }) => sessionSender(linkedClient, id)}
      />
      <ClientForms clientId={clientId} />
      <div ref={documents}>
        <DocumentsCard clientId={clientId} />
      </div>
      <ClientPayments clientId={clientId} />
      <TimelineCard clientId={clientId} />
    </>
  );
}

/**
 * Whether all work cards can render at their final height: shown one by one they would push each other around. Once
 * true it stays true: a card that retries is pending again and keeps its position.
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
    combine: (queries) => queries.every(({ isPending }) => !isPending),
  });
  const isTimelineLoaded = !useTimeline(clientId, {}).isPending;
  const [isLoaded, setLoaded] = useState(false);
  const [isReady, setReady] = useState(false);
  if (!isReady && isAnswered && isTimelineLoaded && isLoaded) setReady(true);
  useEffect(() => {
    const finish = () => setLoaded(true);
    loadTimeline().then(finish, finish);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), TOGETHER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isReady;
}

/** A URL with a fragment scrolls to that part of the page. */
function useNamedPart(hash: string) {
  const part = useRef<HTMLDivElement>(null);
  const isNamed = useRouterState({ select: ({ location }) => location.hash === hash });
  useEffect(() => {
    if (isNamed) part.current?.scrollIntoView({ block: 'start' });
  }, [isNamed]);
  return part;
}
