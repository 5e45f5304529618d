import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../features/clients/api.ts';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import type { LinkTarget } from '../../features/secure-links/link-target.ts';
import { ManageSubmissionMenu } from '../../features/submissions/detail/manage-submission-menu.tsx';
import { SubmissionDetail } from '../../features/submissions/detail/submission-detail.tsx';
import { submissionLinkTarget } from './submission-link-target.ts';

const route = getRouteApi('/portal/crm/clients/$clientId/forms/$submissionId');

/** One submission of a client, composed of the features that own its parts. */
export function SubmissionDetailPage() {
  const { clientId, submissionId } = route.useParams();
  const navigate = useNavigate();
  const client = useClient(Number(clientId));
  const [target, setTarget] = useState<LinkTarget | null>(null);
  const language = String(client.data?.pref_lang ?? '');
  const goTo = (id: number | string) =>
    void navigate({ to: '/crm/clients/$clientId', params: { clientId: String(id) } });
  return (
    <>
      <SubmissionDetail
        key={submissionId}
        title="Client Details"
        submissionId={Number(submissionId)}
        back={{ href: `/crm/clients/${clientId}`, label: 'Back to the client' }}
        manage={(submission) => (
          <ManageSubmissionMenu
            submission={submission}
            onGetLink={() => setTarget(submissionLinkTarget(submission, language))}
            onViewClient={() => goTo(clientId)}
            onLinked={goTo}
            onGone={() => goTo(clientId)}
          />
        )}
      />
      <GetFormLinkDialog target={target} onClose={() => setTarget(null)} />
    </>
  );
}
