import type { OperationParams } from '@ledgerline/contract/bulk-actions/endpoints';
import { jobEmailProblem } from '#features/email-templates/address-problems.ts';
import { usableForms } from '#features/forms/bundles/service.ts';
import { createSession } from '#features/forms/sessions/service.ts';
import { assignSubmission } from '#features/forms/submissions/assign-submission.ts';
import type { BulkAction, Ctx, Outcome } from '#features/records/bulk-actions/bulk-action.ts';
import { oneByOne } from '#features/records/bulk-actions/one-by-one.ts';
import { wrongField } from '#platform/errors.ts';
import { emailLink } from './email-link.ts';
import { findAddresses } from './queries.ts';

const NO_EMAIL = 'The client has no email address';

/** The bundle or its forms were changed after the preview. */
const NO_FORM: Outcome = { state: 'rejected', reason: 'The bundle has no form that can be sent' };

/** Starts a session with the forms of a bundle for each client, and emails its link (decision 130). */
export function sendSession({ bundle_id, session_type }: OperationParams['send_session']): BulkAction {
  return {
    batchSize: 10,
    isEmail: true,
    check: async (ctx) => {
      if ((await usableForms(ctx, bundle_id)).length === 0)
        throw wrongField('bundle_id', 'has no form that can be sent. Choose another bundle');
    },
    plan: planEmails,
    preview: async (ctx, ids) => {
      const rows = await findAddresses(ctx.db, ids);
      return new Map(rows.map(({ id, address }) => [id, { from: null, to: address }]));
    },
    run: async (ctx, ids) => {
      // The address may have been removed since the preview.
      const plans = await planEmails(ctx, ids);
      const forms = await usableForms(ctx, bundle_id);
      return oneByOne(ctx, [...plans.keys()], async (client_id) => {
        const problem = plans.get(client_id);
        if (problem) return problem;
        if (forms.length === 0) return NO_FORM;
        const bundle_ids = [bundle_id];
        const { id: session_id } = await createSession(ctx, { client_id, session_type, bundle_ids });
        for (const form_id of forms) await assignSubmission(ctx, { session_id, form_id });
        await emailLink(ctx, { session_id });
        return { state: 'changed', result: { session: session_id } };
      });
    },
  };
}

/** Whether a link can be emailed to each client. */
async function planEmails(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Outcome | null>> {
  const rows = await findAddresses(ctx.db, ids);
  return new Map(
    rows.map(({ id, address }) => {
      const reason = jobEmailProblem(ctx.deps, address, NO_EMAIL);
      return [id, reason ? { state: 'rejected', reason } : null];
    }),
  );
}
