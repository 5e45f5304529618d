import { DEPENDENT_NUMBERS } from '@ledgerline/contract/clients/fields/household';
import { phoneDisplay } from '@ledgerline/contract/rules';
import { IconPlus } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { clientTasksQuery } from '../../domain/tasks/task-queries.ts';
import { useClient, useReportOpened } from '../../features/clients/api.ts';
import { NO_NAME } from '../../features/clients/client-display.ts';
import { ClientDetail, type PageSection } from '../../features/clients/record/client-detail.tsx';
import { clientDocumentsQuery } from '../../features/documents/api.ts';
import { DocumentDialog } from '../../features/documents/document-dialog.tsx';
import { folderNames } from '../../features/documents/document-display.ts';
import { DocumentsCard } from '../../features/documents/documents-card.tsx';
import { UploadDocumentsDialog } from '../../features/documents/upload/upload-documents-dialog.tsx';
import { householdQuery } from '../../features/households/api.ts';
import { clientInvoicesQuery } from '../../features/invoices/api.ts';
import { ClientInvoices } from '../../features/invoices/client-invoices.tsx';
import type { InvoiceDraft } from '../../features/invoices/form/invoice-values.ts';
import type { InvoiceDialogState } from '../../features/invoices/invoice-dialogs.tsx';
import { clientPoliciesQuery } from '../../features/policies/api.ts';
import { clientRecurringPaymentsQuery } from '../../features/recurring-payments/api.ts';
import { ClientRecurringPayments } from '../../features/recurring-payments/client-recurring-payments.tsx';
import { ChooseFormMenu } from '../../features/secure-links/choose-form-menu.tsx';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import type { LinkTarget } from '../../features/secure-links/link-target.ts';
import { clientSessionsQuery } from '../../features/sessions/api.ts';
import { SessionsCard } from '../../features/sessions/sessions-card.tsx';
import { clientSubmissionsQuery } from '../../features/submissions/api.ts';
import { FormsCard } from '../../features/submissions/forms-card.tsx';
import { TasksCard } from '../../features/tasks/tasks-card.tsx';
import { useTimeline } from '../../features/timeline/api.ts';
import { linkClient } from './link-client.ts';
import { PageInvoiceDialogs } from './page-invoice-dialogs.tsx';
import { RequestDocuments } from './request-documents.tsx';
import { sessionSender } from './session-sender.tsx';
import { useFormCatalog } from './use-form-catalog.ts';

const loadTimeline = () => import('../../features/timeline/timeline-card.tsx');
const TimelineCard = lazy(async () => ({ default: (await loadTimeline()).TimelineCard }));
const loadPolicies = () => import('../../features/policies/policies-card.tsx');
const PoliciesCard = lazy(async () => ({ default: (await loadPolicies()).PoliciesCard }));
const HouseholdFact = lazy(async () => ({
  default: (await import('../../features/households/household-fact.tsx')).HouseholdFact,
}));

/** How long the work cards wait in order to appear together; after that each one appears when it has loaded. */
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
    <ClientDetail
      clientId={clientId}
      work={workOf(clientId)}
      household={
        <Suspense fallback={null}>
          <HouseholdFact clientId={clientId} />
        </Suspense>
      }
      isWorkPending={!isReady}
    />
  );
}

/** The sections of work, in the order in which agents use them. */
const workOf = (clientId: number): PageSection[] => [
  { id: 'tasks', title: 'Tasks', content: <TasksCard clientId={clientId} /> },
  { id: 'timeline', title: 'Timeline', content: <TimelineCard clientId={clientId} /> },
  { id: 'policies', title: 'Policies', content: <ClientPolicies clientId={clientId} /> },
  { id: 'sessions', title: 'Sessions', content: <ClientSessions clientId={clientId} /> },
  { id: 'forms', title: 'Forms', content: <ClientForms clientId={clientId} /> },
  {
    id: 'documents',
    title: 'Documents',
    content: <DocumentsCard clientId={clientId} request={<RequestDocuments clientId={clientId} />} />,
  },
  { id: 'invoices', title: 'Invoices & Payments', content: <ClientPayments clientId={clientId} /> },
];

/** The Policies card of a client, with the dialogs of the client’s documents. */
export function ClientPolicies({ clientId }: { clientId: number }) {
  const { data } = useClient(clientId);
  const dependents = DEPENDENT_NUMBERS.map((number) => [`dependent_${number}`, data?.[`dep${number}_name`]]);
  const people = [['client', linkClient(clientId, data)?.name], ['spouse', data?.spouse_name], ...dependents];
  const { data: members = [] } = useQuery(householdQuery(clientId));
  const { data: documents = [] } = useQuery(clientDocumentsQuery(clientId));
  const folders = folderNames(documents);
  return (
    <PoliciesCard
      clientId={clientId}
      people={Object.fromEntries(people.filter(([, name]) => name))}
      documents={documents}
      relatives={members.map(({ client_id, name }) => ({ id: client_id, name }))}
      renderUpload={(dialog) => (
        <UploadDocumentsDialog kind="many" clientId={clientId} folders={folders} {...dialog} />
      )}
      renderDocument={(id, onClose) => (
        <DocumentDialog key={id} documentId={id} folders={folders} onClose={onClose} />
      )}
    />
  );
}

function ClientSessions({ clientId }: { clientId: number }) {
  const catalog = useFormCatalog();
  const client = useClient(clientId);
  const linkedClient = client.data ? linkClient(clientId, client.data) : null;
  return (
    <SessionsCard
      clientId={clientId}
      catalog={catalog}
      sendLink={({ id }) => sessionSender(linkedClient, id)}
    />
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
      clientPoliciesQuery(clientId),
    ],
    combine: (queries) => queries.every(({ isPending }) => !isPending),
  });
  const isTimelineLoaded = !useTimeline(clientId, {}).isPending;
  const [isLoaded, setLoaded] = useState(false);
  const [isReady, setReady] = useState(false);
  if (!isReady && isAnswered && isTimelineLoaded && isLoaded) setReady(true);
  useEffect(() => {
    const finish = () => setLoaded(true);
    void Promise.allSettled([loadTimeline(), loadPolicies()]).then(finish);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), TOGETHER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isReady;
}

/** The Invoices & Payments card of a client, with an action that creates an invoice for this client (IN-136). */
function ClientPayments({ clientId }: { clientId: number }) {
  const client = useClient(clientId);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<InvoiceDialogState | null>(null);
  const create = () => {
    const named = linkClient(clientId, client.data);
    if (named) setDialog({ name: 'create', draft: draftOf(named) });
  };
  const button = (
    <QuietButton icon={IconPlus} onClick={create} disabled={!client.data}>
      Create Invoice
    </QuietButton>
  );
  return (
    <CardFrame title="Invoices & Payments" aside={button}>
      <ClientInvoices clientId={clientId} />
      <ClientRecurringPayments clientId={clientId} />
      <PageInvoiceDialogs
        viewed={null}
        onView={(invoice) =>
          void navigate({ to: '/crm/payments', search: { invoice: invoice ?? undefined } })
        }
        dialog={dialog}
        onDialog={setDialog}
        wording="full"
      />
    </CardFrame>
  );
}

/** The draft of an invoice for this client; the form offers no other client. */
function draftOf({ id, name, email, phone }: NonNullable<ReturnType<typeof linkClient>>): InvoiceDraft {
  const full_name = name === NO_NAME ? '' : name;
  return { customer_id: id, full_name, email, phone: phone && phoneDisplay(phone) };
}

/** The Forms card of a client, with a link action for every registered form. */
export function ClientForms({ clientId }: { clientId: number }) {
  const client = useClient(clientId);
  const [target, setTarget] = useState<LinkTarget | null>(null);
  return (
    <>
      <FormsCard
        clientId={clientId}
        action={
          <ChooseFormMenu
            onChoose={(template) =>
              setTarget({
                formId: template.id,
                form_link_id: template.form_link_id,
                title: template.form_name_agent,
                type: template.type,
                notes: template.notes,
                client: linkClient(clientId, client.data),
                session: null,
                isClosed: false,
                docusign_template_id: template.docusign_template_id,
              })
            }
          />
        }
      />
      <GetFormLinkDialog target={target} onClose={() => setTarget(null)} />
    </>
  );
}
