import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import type { LinkTarget } from '../../features/secure-links/link-target.ts';
import { ManageSubmissionMenu } from '../../features/submissions/detail/manage-submission-menu.tsx';
import { SubmissionDetail } from '../../features/submissions/detail/submission-detail.tsx';
import { submissionLinkTarget } from './submission-link-target.ts';

const route = getRouteApi('/portal/crm/forms/submissions/$submissionId');

/** A submission opened from the Forms area, with or without a client. */
export function UnlinkedSubmissionPage() {
  const { submissionId } = route.useParams();
  const navigate = useNavigate();
  const [target, setTarget] = useState<LinkTarget | null>(null);
  const goToClient = (id: number | null) =>
    id !== null && void navigate({ to: '/crm/clients/$clientId', params: { clientId: String(id) } });
  const goToClientForm = (clientId: number) =>
    void navigate({
      to: '/crm/clients/$clientId/forms/$submissionId',
      params: { clientId: String(clientId), submissionId },
    });
  return (
    <>
      <SubmissionDetail
        key={submissionId}
        title="Form Details"
        submissionId={Number(submissionId)}
        back={{ href: '/crm/forms', label: 'Back to the forms' }}
        manage={(submission) => (
          <ManageSubmissionMenu
            submission={submission}
            onGetLink={() => setTarget(submissionLinkTarget(submission))}
            onViewClient={() => goToClient(submission.client_id)}
            onLinked={goToClientForm}
            onGone={() => void navigate({ to: '/crm/forms' })}
          />
        )}
      />
      <GetFormLinkDialog target={target} onClose={() => setTarget(null)} />
    </>
  );
}
