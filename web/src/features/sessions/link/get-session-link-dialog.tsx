import type { Session } from '@ledgerline/contract/sessions/endpoints';
import { IconListDetails } from '@tabler/icons-react';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { ButtonLink } from '../../../components/ui/link.tsx';
import { type RenderSendLink, SessionLink } from './session-link.tsx';

interface GetSessionLinkDialogProps {
  session: Session;
  sendLink: RenderSendLink | undefined;
  opened: boolean;
  onClose: () => void;
}

/** Get Session Link (1§2): the client's link, expiration and QR code, links to the session and to the client's view. */
export function GetSessionLinkDialog({ session, sendLink, opened, onClose }: GetSessionLinkDialogProps) {
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
