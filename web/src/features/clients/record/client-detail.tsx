import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { DangerAction } from '../../../components/ui/danger-action.tsx';
import { ErrorState, Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { notifySuccess, notifyWarning } from '../../../components/ui/notify.ts';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { isGone } from '../../../lib/is-gone.ts';
import { type Client, clientKeys, useClient } from '../api.ts';
import { clientName } from '../client-display.ts';
import { DeleteClientDialog } from '../deletion/delete-client-dialog.tsx';
import { ClientMenu } from '../export/client-menu.tsx';
import { ClientHistoryDrawer } from '../history/client-history-drawer.tsx';
import { ReassignDialog } from '../owner/reassign-dialog.tsx';
import { AddDetails } from './add-details.tsx';
import { type DialogId, INFORMATION_CARDS } from './client-cards.ts';
import styles from './client-detail.module.css';
import { ClientSummary, LoadingSummary } from './client-summary.tsx';
import { InformationCard, isBlank } from './information-card.tsx';
import { SectionLinks } from './section-links.tsx';
import type { SectionLink } from './use-current-sections.ts';

const loadEditing = () => import('../editing/edit-client-dialog.tsx');
const EditClientDialog = lazy(async () => ({ default: (await loadEditing()).EditClientDialog }));

interface ClientDetailProps {
  clientId: number;
  /** Sections of work (tasks, sessions, invoices). The page composes them from other features. */
  work: readonly PageSection[];
  /** The fact about the client's household in the summary. */
  household?: ReactNode;
  /** Some of them are still loading. Wait for all of them to avoid layout shifts. */
  isWorkPending?: boolean;
}

/** A part of the page with a link to it. */
export interface PageSection extends SectionLink {
  content: ReactNode;
}

/** One client: a summary, the work, and the record's cards in their fixed order (0§2 Client detail screen). */
export function ClientDetail({ clientId, work, household = null, isWorkPending = false }: ClientDetailProps) {
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
  const isMerged = useMerged(clientId, client);
  if (isMerged) return <LoadingDetail />;
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
          {(data) => (
            <Sections client={data} work={work} household={household} isWorkPending={isWorkPending} />
          )}
        </Loaded>
      )}
      <ClientHistoryDrawer clientId={clientId} opened={isHistoryOpen} onClose={history.close} />
    </Stack>
  );
}

/** Whether the client was merged into another one. Redirects to that one once fresh data confirms it: a merge can be undone. */
function useMerged(clientId: number, { data, isFetching }: ReturnType<typeof useClient>): boolean {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const seen = useRef<number>(undefined);
  const isMerged = data !== undefined && Number(data.id) !== clientId;
  useEffect(() => {
    if (!data) return;
    if (!isMerged) seen.current = clientId;
    if (!isMerged || isFetching) return;
    if (seen.current === clientId)
      notifyWarning(
        `This client was merged into ${clientName(data)}, whose page is open now. Any unsaved changes were lost.`,
      );
    seen.current = undefined;
    const params = { clientId: String(data.id) };
    void navigate({ to: '/crm/clients/$clientId', params, replace: true }).then(() =>
      queryClient.removeQueries({ queryKey: clientKeys.client(clientId) }),
    );
  }, [data, isMerged, isFetching, clientId, navigate, queryClient]);
  return isMerged;
}

function Sections({
  client,
  work,
  household,
  isWorkPending,
}: Omit<Required<ClientDetailProps>, 'clientId'> & { client: Client }) {
  const [editing, setEditing] = useState<{ dialog: DialogId; opened: boolean } | null>(null);
  const [isReassigning, reassigning] = useDisclosure(false);
  const edit = (dialog: DialogId) => setEditing({ dialog, opened: true });
  const record = recordSections(client, edit);
  useEffect(() => {
    // Loaded early, so that the dialog opens immediately after a click. A failed load is retried and reported then.
    loadEditing().catch(() => undefined);
  }, []);
  return (
    <>
      <div className={styles.page}>
        <ClientSummary
          client={client}
          onEdit={() => edit('name')}
          onReassign={reassigning.open}
          household={household}
          links={<SectionLinks columns={isWorkPending ? [record] : [work, record]} />}
        />
        <div className={styles.column}>
          {isWorkPending ? (
            <LoadingWork />
          ) : (
            <Suspense fallback={<LoadingWork />}>
              <Column sections={work} />
            </Suspense>
          )}
        </div>
        <div className={styles.column}>
          <Column sections={record} />
        </div>
      </div>
      <ReassignDialog client={client} opened={isReassigning} onClose={reassigning.close} />
      <DeleteAction client={client} />
      {editing && (
        <Suspense fallback={null}>
          <EditClientDialog
            {...editing}
            client={client}
            onClose={() => setEditing({ ...editing, opened: false })}
          />
        </Suspense>
      )}
    </>
  );
}

/** The cards with information in their fixed order, then one list of the others. */
function recordSections(client: Client, edit: (dialog: DialogId) => void): PageSection[] {
  const blank = INFORMATION_CARDS.filter((card) => isBlank(card, client));
  const sections = INFORMATION_CARDS.filter((card) => !blank.includes(card)).map((card) => ({
    id: card.dialog,
    title: card.title,
    content: <InformationCard card={card} client={client} onEdit={edit} />,
  }));
  if (blank.length === 0) return sections;
  const list = <AddDetails cards={blank} onEdit={edit} />;
  return [...sections, { id: 'add-details', title: 'Add details', content: list }];
}

function Column({ sections }: { sections: readonly PageSection[] }) {
  return sections.map((section) => <Section key={section.id} {...section} />);
}

/** A section with an anchor for links of this page and for URLs with its name as fragment. */
function Section({ id, content }: PageSection) {
  const section = useRef<HTMLDivElement>(null);
  const isNamed = useRouterState({ select: ({ location }) => location.hash === id });
  useEffect(() => {
    if (isNamed) section.current?.scrollIntoView({ block: 'start' });
  }, [isNamed]);
  return (
    <div ref={section} id={id} tabIndex={-1} className={styles.section}>
      {content}
    </div>
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
    <div className={styles.page}>
      <LoadingSummary />
      <div className={styles.column}>
        <LoadingWork />
      </div>
    </div>
  );
}

function LoadingWork() {
  return (
    <div className={styles.loading}>
      <LoadingRows rows={8} height={44} label="Loading client" />
    </div>
  );
}
