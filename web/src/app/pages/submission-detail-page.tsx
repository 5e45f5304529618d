import { isFinished, isVoided } from '@ledgerline/contract/rules';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../features/clients/api.ts';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import type { LinkTarget } from '../../features/secure-links/link-target.ts';
import { ManageSubmissionMenu } from '../../features/submissions/manage-submission-menu.tsx';
import { SubmissionDetail } from '../../features/submissions/submission-detail.tsx';
import { linkClient } from './link-client.ts';

const route = getRouteApi('/portal/crm/clients/$clientId/forms/$submissionId');

/** One submission of a client, composed of the features that own its parts. */
export function SubmissionDetailPage() {
  const { clientId, submissionId } = route.useParams();
  const navigate = useNavigate();
  const client = useClient(Number(clientId));
  const [target, setTarget] = useState<LinkTarget | null>(null);
  const goToClient = () => void navigate({ to: '/crm/clients/$clientId', params: { clientId } });

  function linkTarget(submission: Submission): LinkTarget {
    const { form_id, form_link_id, client_id, session_id } = submission;
    return {
      formId: form_id ?? form_link_id ?? '',
      form_link_id: form_link_id ?? '',
      title: submission.title,
      type: submission.type,
      notes: submission.notes,
      client: client_id === null ? null : linkClient(client_id, client.data),
      session: session_id === null ? null : `Session ${session_id}`,
      isClosed: isFinished(submission) || isVoided(submission),
    };
  }
  return (
    <>
      <SubmissionDetail
        key={submissionId}
        clientId={Number(clientId)}
        submissionId={Number(submissionId)}
        manage={(submission) => (
          <ManageSubmissionMenu
            submission={submission}
            onGetLink={() => setTarget(linkTarget(submission))}
            onViewClient={goToClient}
            onGone={goToClient}
          />
        )}
      />
      <GetFormLinkDialog target={target} onClose={() => setTarget(null)} />
    </>
  );
}
