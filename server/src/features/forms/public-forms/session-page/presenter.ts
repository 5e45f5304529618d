import type { SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import { simpleFormStatus } from '@ledgerline/contract/rules';
import { clientTitlesOf } from '@ledgerline/contract/submissions/form-names';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { clientAction } from '#features/forms/submissions/client-actions/rules.ts';
import type { SubmissionOutline } from '#features/forms/submissions/fill-form.ts';
import type { Context } from '#platform/context.ts';
import { fileAddress } from '#platform/storage/file-url.ts';
import type { SessionFile } from './queries.ts';

/** A form as its client sees it, with file addresses that work for a few minutes. */
export function toPageForm(
  ctx: Pick<Context, 'deps' | 'origin'>,
  form: SubmissionOutline,
  files: SessionFile[],
): SessionPageForm {
  const own = files.filter((file) => file.session_form_id === form.id);
  const signed = own.find(({ kind }) => kind === 'signed');
  const action = clientAction(form);
  return {
    id: form.id,
    title: form.title,
    titles: clientTitlesOf(form),
    type: form.type,
    status: simpleFormStatus(form),
    action,
    progress_step: form.progress_step,
    total_steps: findWebForm(form.form_link_id)?.steps.length ?? 0,
    total_cents: form.final_form_total,
    previews: own
      .filter(({ kind }) => kind === 'preview' && action !== 'voided')
      .map((file) => ({ name: file.name, url: fileAddress(ctx, file) })),
    document_url: signed && action === 'done' ? fileAddress(ctx, signed) : null,
  };
}
