import { agentNameOf } from '@ledgerline/contract/submissions/form-names';
import type { SubmissionRow } from '#features/forms/submissions/fill-form.ts';
import { notifyOwner } from '#features/records/clients/owners/notify-owner.ts';
import type { Context } from '#platform/context.ts';
import { findSender } from './queries.ts';

type Form = Pick<SubmissionRow, 'id' | 'client_id' | 'session_id' | 'title' | 'form_name_agent'>;

type FormEventKind = 'form_handed_in' | 'form_signed' | 'form_declined' | 'form_not_completed';

/**
 * Notifies the owner of a form's client, or the sender of the form, of what happened to it. `event` distinguishes events of
 * the same kind; `detail` is a sentence after the form's name.
 */
export function publishFormEvent(
  ctx: Context,
  form: Form,
  { kind, event, detail }: { kind: FormEventKind; event: string | number; detail?: string },
): Promise<void> {
  const { id, client_id, session_id } = form;
  return notifyOwner(ctx, {
    kind,
    event,
    about: [agentNameOf(form), detail].filter(Boolean).join(': '),
    client_id,
    session_form_id: id,
    findSender: () => findSender(ctx.db, { submission_id: id, session_id }),
  });
}
