import {
  SESSION_NOT_FOUND,
  type Session,
  type SessionPaymentData,
} from '@ledgerline/contract/sessions/endpoints';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { Alert, Box, Skeleton, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { DangerAction } from '../../../components/ui/danger-action.tsx';
import { ButtonLink } from '../../../components/ui/link.tsx';
import { ErrorState, Loaded } from '../../../components/ui/loaded.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { isGone } from '../../../lib/is-gone.ts';
import { usePaymentData, useSession, useSessionForms } from '../api.ts';
import type { FormCatalog } from '../choosing/form-chooser.tsx';
import { SessionLink } from '../link/session-link.tsx';
import { isLocalSession } from '../session-display.ts';
import { AgentNotesCard } from './agent-notes-card.tsx';
import { DeleteSessionDialog } from './delete-session-dialog.tsx';
import { PaymentCard } from './payment-card.tsx';
import styles from './session-detail.module.css';
import type { SessionFormTools } from './session-form-row.tsx';
import { SessionFormsCard } from './session-forms-card.tsx';
import { LocalSessionCard, SessionHeaderCard } from './session-header-card.tsx';
import { sessionProgress } from './session-progress.ts';

interface SessionDetailProps {
  clientId: number;
  /** As in the URL: a number, or the id of a local session. */
  sessionId: string;
  /** Why the client could not be loaded, if so. */
  clientError: Error | null;
  catalog: FormCatalog;
  tools: SessionFormTools;
  /** On the payment card: link to an invoice of the session. */
  invoicing: ReactNode;
}

/** The session page (1§2): progress, then forms and money; sending and notes beside them. */
export function SessionDetail(props: SessionDetailProps) {
  const { clientId, sessionId, clientError } = props;
  const back = { href: `/crm/clients/${clientId}`, label: 'Back to the client' };
  return (
    <Stack gap="sm">
      <PageHeader title="Session Details" back={back} />
      {clientError && <ClientProblem error={clientError} clientId={clientId} />}
      {isLocalSession(sessionId) ? <LocalSessionCard /> : <StoredSession {...props} />}
    </Stack>
  );
}

function StoredSession({ clientId, sessionId, ...parts }: SessionDetailProps) {
  const session = useSession(Number(sessionId));
  // Requested together: the page appears at once instead of growing card by card.
  const forms = useSessionForms(Number(sessionId));
  const payments = usePaymentData(Number(sessionId));
  const isElsewhere = session.data !== undefined && session.data.client_id !== clientId;
  if (isGone(session.error, Number(sessionId)) || isElsewhere)
    return (
      <Stack align="center" gap="xs">
        <ErrorState title={SESSION_NOT_FOUND} />
        <BackToClient clientId={clientId} />
      </Stack>
    );
  return (
    <Loaded query={session} failed="The session could not be loaded." loading={<LoadingSession />}>
      {(stored) =>
        forms.isPending ? (
          <LoadingSession />
        ) : (
          <LoadedSession {...parts} session={stored} forms={forms.data ?? []} payments={payments.data} />
        )
      }
    </Loaded>
  );
}

type LoadedSessionProps = Pick<SessionDetailProps, 'catalog' | 'tools' | 'invoicing'> & {
  session: Session;
  forms: readonly SubmissionRow[];
  /** undefined where they could not be loaded. */
  payments: SessionPaymentData | undefined;
};

function LoadedSession({ session, forms, payments, catalog, tools, invoicing }: LoadedSessionProps) {
  const steps = sessionProgress({ session, forms, payments, emails: tools.emails, now: Date.now() });
  return (
    <>
      <SessionHeaderCard session={session} catalog={catalog} steps={steps} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <SessionFormsCard sessionId={session.id} catalog={catalog} tools={tools} />
          <PaymentCard session={session} invoicing={invoicing} />
        </div>
        <div className={styles.side}>
          <CardFrame title="Send to client">
            <Box mt="xs">
              <SessionLink
                sessionId={session.id}
                title={session.session_type}
                sendLink={tools.sendLink}
                hidesCode
              />
            </Box>
          </CardFrame>
          <AgentNotesCard session={session} />
        </div>
      </div>
      <DeleteAction session={session} />
    </>
  );
}

function DeleteAction({ session }: { session: Session }) {
  const navigate = useNavigate();
  async function leave() {
    await navigate({ to: '/crm/clients/$clientId', params: { clientId: String(session.client_id) } });
    notifySuccess(`“${session.session_type}” was deleted.`);
  }
  return (
    <DangerAction label="Delete Session">
      {(dialog) => <DeleteSessionDialog {...dialog} session={session} onDeleted={() => void leave()} />}
    </DangerAction>
  );
}

function ClientProblem({ error, clientId }: { error: Error; clientId: number }) {
  const text = isGone(error, clientId) ? 'Client not found.' : `Error loading client: ${error.message}`;
  return (
    <Alert color="red" role="alert" title={text}>
      <BackToClient clientId={clientId} />
    </Alert>
  );
}

function BackToClient({ clientId }: { clientId: number }) {
  return (
    <ButtonLink variant="default" to="/crm/clients/$clientId" params={{ clientId: String(clientId) }}>
      Back to the client
    </ButtonLink>
  );
}

function LoadingSession() {
  return (
    <>
      <Skeleton height={180} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Skeleton height={260} />
          <Skeleton height={220} />
        </div>
        <div className={styles.side}>
          <Skeleton height={260} />
          <Skeleton height={80} />
        </div>
      </div>
    </>
  );
}
