import { moneyDisplay, owedText } from '@ledgerline/contract/rules';
import type { ListedSession, Session } from '@ledgerline/contract/sessions/endpoints';
import { ActionIcon, Box, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLink, IconListDetails, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { CardEntry, CardList, EntryLink } from '../../components/ui/card-list.tsx';
import { EntryFacts } from '../../components/ui/entry-facts.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { ButtonLink } from '../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { dayText } from '../../domain/days.ts';
import { useClientSessions } from './api.ts';
import type { FormCatalog } from './choosing/form-chooser.tsx';
import { type RenderSendLink, SessionLink } from './link/session-link.tsx';
import { formsText } from './session-display.ts';
import { SessionStatusBadge } from './session-status-badge.tsx';

const StartSessionDialog = lazy(async () => ({
  default: (await import('./choosing/start-session-dialog.tsx')).StartSessionDialog,
}));

interface SessionsCardProps {
  clientId: number;
  catalog: FormCatalog;
  /** Emails a session link. */
  sendLink: (session: Session) => RenderSendLink | undefined;
}

/** A client's sessions, those needing attention first, with an action to start a new one. */
export function SessionsCard({ clientId, catalog, sendLink }: SessionsCardProps) {
  const sessions = useClientSessions(clientId);
  const [isStarting, starting] = useDisclosure(false);
  const navigate = useNavigate();
  function goTo(sessionId: number) {
    starting.close();
    void navigate({
      to: '/crm/clients/$clientId/sessions/$sessionId',
      params: { clientId: String(clientId), sessionId: String(sessionId) },
    });
  }
  const startButton = (
    <QuietButton icon={IconPlus} onClick={starting.open} disabled={!sessions.data}>
      Start New Session
    </QuietButton>
  );
  return (
    <CardFrame title="Sessions" aside={startButton}>
      <Loaded
        query={sessions}
        failed="The sessions could not be loaded."
        loading={<LoadingRows rows={2} height={44} label="Loading sessions" />}
        isInCard
      >
        {(data) => <Rows sessions={data} sendLink={sendLink} />}
      </Loaded>
      {isStarting && (
        <Suspense fallback={null}>
          <StartSessionDialog
            opened
            onClose={starting.close}
            clientId={clientId}
            catalog={catalog}
            onStarted={goTo}
          />
        </Suspense>
      )}
    </CardFrame>
  );
}

type RowsProps = Pick<SessionsCardProps, 'sendLink'> & { sessions: readonly ListedSession[] };

function Rows({ sessions, sendLink }: RowsProps) {
  const [linked, setLinked] = useState<{ session: Session; opened: boolean } | null>(null);
  if (sessions.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No sessions yet. A session groups forms under one secure link. Choose “Start New Session” to create
        the first one.
      </Text>
    );
  return (
    <>
      <CardList maxHeight="48rem">
        {sessions.map((session) => (
          <CardEntry key={session.id}>
            <SessionRow session={session} />
            <Tooltip label="Get Session Link">
              <ActionIcon
                aria-label={`Get Session Link: ${session.session_type}`}
                onClick={() => setLinked({ session, opened: true })}
              >
                <IconLink size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </CardEntry>
        ))}
      </CardList>
      {linked && (
        <GetSessionLinkDialog
          {...linked}
          sendLink={sendLink(linked.session)}
          onClose={() => setLinked({ ...linked, opened: false })}
        />
      )}
    </>
  );
}

function SessionRow({ session }: { session: ListedSession }) {
  const { client_last_viewed_at: viewedAt } = session;
  return (
    <EntryLink
      to="/crm/clients/$clientId/sessions/$sessionId"
      params={{ clientId: String(session.client_id), sessionId: String(session.id) }}
    >
      <Box component="span" display="block" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {session.session_type}
      </Box>
      <EntryFacts>
        <SessionStatusBadge status={session.status} />
        <span>{formsText(session.forms_count)}</span>
        {session.total_cents > 0 && <span>{moneyDisplay(session.total_cents)}</span>}
        <OwedText session={session} balance={session.balance} />
        <span>Created {dayText(session.created_at)}</span>
        <span>{viewedAt ? `Viewed by client ${dayText(viewedAt)}` : 'Not viewed by client'}</span>
      </EntryFacts>
    </EntryLink>
  );
}

interface OwedTextProps {
  session: Pick<Session, 'total_cents'>;
  balance: ListedSession['balance'];
}

/** The amount still owed, because the status may only state that a payment was received. */
function OwedText({ session, balance }: OwedTextProps) {
  if (balance === null) return null;
  const { paid_cents: paid, settled_cents: settled } = balance;
  const owed = owedText({ total: session.total_cents, paid, settled });
  if (owed === null) return null;
  return (
    <Text span size="xs" fw={600} c="var(--mantine-color-text)" className="tabular">
      {owed}
    </Text>
  );
}

interface GetSessionLinkDialogProps {
  session: Session;
  sendLink: RenderSendLink | undefined;
  opened: boolean;
  onClose: () => void;
}

/** Get Session Link (1§2): the client's link, expiration and QR code, links to the session and to the client's view. */
function GetSessionLinkDialog({ session, sendLink, opened, onClose }: GetSessionLinkDialogProps) {
  const { id, client_id, session_type } = session;
  const manage = (
    <ButtonLink
      variant="default"
      leftSection={<IconListDetails size={16} aria-hidden />}
      to="/crm/clients/$clientId/sessions/$sessionId"
      params={{ clientId: String(client_id), sessionId: String(id) }}
      onClick={onClose}
    >
      Manage Session
    </ButtonLink>
  );
  return (
    <GuardedModal opened={opened} onClose={onClose} title={`Get Session Link: ${session_type}`} size="lg">
      <SessionLink sessionId={id} title={session_type} action={manage} sendLink={sendLink} />
    </GuardedModal>
  );
}
