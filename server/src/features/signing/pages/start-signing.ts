import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/public-forms/endpoints';
import { advisorOf, clientOf, isTemporaryToken } from '@ledgerline/contract/rules';
import { startsWithAdvisor } from '#features/forms/public-forms/fill-by-link.ts';
import { findLinkOfActor, type LinkRow, recordCompleted } from '#features/forms/secure-links/service.ts';
import {
  renewVisitorLink,
  visitorLink,
} from '#features/forms/secure-links/visitor-links/renew-visitor-link.ts';
import { signedCopyOf } from '#features/forms/submissions/documents/download-documents.ts';
import {
  createFromTemplate,
  fillingState,
  findByProgressSession,
  findSubmissionUnchecked,
  namePerson,
  type SubmissionRow,
} from '#features/forms/submissions/fill-form.ts';
import { findTemplateByLinkId } from '#features/forms/templates/service.ts';
import { findClientContact } from '#features/records/clients/contact/find-contact.ts';
import type { ClientActor, Context, VisitorActor } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { signingAddress } from '../envelopes/open-envelope.ts';

/**
 * Where the holder of a form link signs now. Reading the state creates nothing; an envelope is created when they may sign.
 */
export async function startSigning(
  ctx: Context<ClientActor>,
): Promise<ReplyOf<typeof endpoints.startSigning>> {
  const link = await findLinkOfActor(ctx);
  if (link.session_form_id === null) throw new AppError('invalid_link');
  const row = await findSubmissionUnchecked(ctx.db, link.session_form_id);
  if (row.type !== 'DocuSign') {
    throw new AppError('wrong_state', { message: 'This form is not signed electronically.' });
  }
  const state = fillingState(row);
  if (state === 'voided') {
    throw new AppError('form_voided', { details: { state } });
  }
  if (state === 'completed' || clientOf(row).signed) {
    await recordCompleted(ctx);
    return { success: true, state: 'completed', signing_url: null };
  }
  if (advisorOf(row).outstanding && row.next_signer_role !== 'client')
    return { success: true, state: 'waiting', signing_url: null };
  if (isUnclaimed(row)) return { success: true, state: 'who', signing_url: null };
  if (isStartedByVisitor(link, row))
    await ctx.deps.database.transaction((db) => renewVisitorLink({ ...ctx, db }, link));
  const { url } = await signingAddress(ctx, row, { signer: 'client', holder: { link: link.id } });
  return { success: true, state: 'ready', signing_url: url };
}

/** The finished document for the holder of its form link; without one, why it is missing. */
export async function getSignedCopy(
  ctx: Context<ClientActor>,
): Promise<ReplyOf<typeof endpoints.getSignedCopy>> {
  const { session_form_id, recipient_id, created_by } = await findLinkOfActor(ctx);
  if (session_form_id === null) throw new AppError('invalid_link');
  const contact = await findClientContact(ctx, { client_id: recipient_id, sender: created_by });
  return { success: true, ...(await signedCopyOf(ctx, session_form_id)), contact };
}

/** Starts an e-signature form that a visitor opened without a link; the same visitor gets the same form again. */
export async function startPublicSigning(
  ctx: Context<VisitorActor>,
  formLinkId: string,
  input: BodyOf<typeof endpoints.startPublicSigning>,
): Promise<ReplyOf<typeof endpoints.startPublicSigning>> {
  const template = await findTemplateByLinkId(ctx.db, formLinkId);
  if (template.form_link_id !== formLinkId) throw new AppError('not_found', { message: 'Form not found.' });
  if (template.type === 'DocuSign' && template.pending_advisor_signature) throw startsWithAdvisor();
  if (template.type !== 'DocuSign') {
    throw new AppError('link_needed');
  }
  const { progress_session_id, first_name, last_name, email } = input;
  const existing = await findByProgressSession(ctx.db, progress_session_id);
  if (existing && existing.form_id !== template.id) {
    throw new AppError('form_completed');
  }
  // It is linked to a client now, who has separate links.
  if (existing && existing.client_id !== null) {
    throw new AppError('link_revoked');
  }
  const row =
    existing ??
    (await createFromTemplate(ctx, template, { client_id: null, progress_session_id, source: 'public' }));
  if (!existing) await namePerson(ctx, row.id, { first_name, last_name, email });
  return { success: true, form_url: await visitorLink(ctx, row) };
}

/** Started by the visitor, and not linked to anyone else. */
function isStartedByVisitor(link: LinkRow, { client_id, progress_session_id }: SubmissionRow): boolean {
  const isStartedHere = progress_session_id !== null && isTemporaryToken(progress_session_id);
  return link.access_type === 'public' && client_id === null && isStartedHere;
}

/** Created for a public link: neither linked to a client nor started by a visitor who entered their name. */
function isUnclaimed(row: SubmissionRow): boolean {
  return row.client_id === null && row.envelope_id === null && !row.first_name && !row.last_name;
}
