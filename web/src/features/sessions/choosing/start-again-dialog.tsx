import type { Session } from '@ledgerline/contract/sessions/endpoints';
import { useNavigate } from '@tanstack/react-router';
import type { Openable } from '../../../components/ui/dialog.tsx';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { both, Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { useClientSessions, useSessionForms } from '../api.ts';
import { sameForms } from './bundle-choices.ts';
import type { FormCatalog } from './form-chooser.tsx';
import { StartSessionForm } from './start-session-dialog.tsx';

interface StartAgainProps {
  session: Session;
  catalog: FormCatalog;
}

/** Start New Session for the same client, with the forms of an existing session. */
export function StartAgainDialog({ opened, onClose, ...again }: StartAgainProps & Openable) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Start New Session" size="lg">
      <StartAgainForm {...again} onClose={onClose} />
    </GuardedModal>
  );
}

function StartAgainForm({ session, catalog, onClose }: StartAgainProps & Pick<Openable, 'onClose'>) {
  const forms = useSessionForms(session.id);
  const sessions = useClientSessions(session.client_id);
  const navigate = useNavigate();
  function goTo(sessionId: number) {
    onClose();
    void navigate({
      to: '/crm/clients/$clientId/sessions/$sessionId',
      params: { clientId: String(session.client_id), sessionId: String(sessionId) },
    });
  }
  return (
    <Loaded
      query={both(both(forms, sessions), catalog)}
      failed="The forms could not be loaded."
      loading={<LoadingRows rows={6} height={40} label="Loading forms" />}
      isInCard
    >
      {([[sessionForms], groups]) => (
        <StartSessionForm
          clientId={session.client_id}
          catalog={catalog}
          initial={sameForms(sessionForms, groups)}
          onStarted={goTo}
        />
      )}
    </Loaded>
  );
}
