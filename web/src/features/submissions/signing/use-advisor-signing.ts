import { advisorOf, isDeclined, isVoided } from '@ledgerline/contract/rules';
import { openEnvelope } from '@ledgerline/contract/signing/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { api, useWrite } from '../../../lib/api.ts';
import { refreshSubmission } from '../api.ts';

/** The agent can sign when a signature is required and the form is still active. */
export function canAdvisorSign(submission: Submission): boolean {
  const isDocusign = submission.type === 'DocuSign' || submission.envelope_id !== null;
  const isOver = isVoided(submission) || isDeclined(submission);
  return isDocusign && !isOver && advisorOf(submission).outstanding;
}

/** The advisor's signing URL; requesting it creates the envelope, so the form changes. */
export function useAdvisorSigning(id: number) {
  return useWrite(
    async () =>
      (await api(openEnvelope, { params: { id: String(id) }, query: { signer: 'advisor' } })).embedded_url,
    (client) => refreshSubmission(client, id),
  );
}
