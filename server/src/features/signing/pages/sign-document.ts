import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { ERRORS } from '@ledgerline/contract/errors';
import { inEveryLanguage, type Localized, preferredLanguage } from '@ledgerline/contract/languages';
import { centsToDollars } from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/signing/endpoints';
import type { EsignSignerRole } from '@ledgerline/contract/signing/endpoints';
import type { SavedSignature } from '@ledgerline/contract/signing/signature';
import { agentNameOf, clientTitlesOf } from '@ledgerline/contract/submissions/form-names';
import { itemizedCostsSchema } from '@ledgerline/contract/templates/schemas';
import { publishFormEvent } from '#features/forms/secure-links/publish-form-event.ts';
import { requireActiveLink } from '#features/forms/secure-links/service.ts';
import {
  type SubmissionRow,
  submissionToSign,
  withEsignErrors,
} from '#features/forms/submissions/signatures/record-signatures.ts';
import { canSignAsAdvisor } from '#features/people/agents/policy.ts';
import { findSavedSignature } from '#features/people/agents/saved-signature/service.ts';
import { recordSigningActivity } from '#features/people/auth/idle/record-activity.ts';
import { agentOfOpenSignIn } from '#features/people/auth/sign-in.ts';
import { findClient } from '#features/records/clients/service.ts';
import type { Context, SignerActor } from '#platform/context.ts';
import { withAccessScope } from '#platform/database/work.ts';
import { AppError } from '#platform/errors.ts';
import { pictureOf } from '#platform/pdf/signature-picture.ts';
import type {
  ClientInfo,
  OwnPageEsign,
  SigningInput,
  SigningTicket,
} from '#platform/ports/built-in-signing.ts';
import { findParties } from '../envelopes/open-envelope.ts';
import { recordState } from '../envelopes/record-state.ts';
import { afterSigning } from './rules.ts';

type Ctx = Context<SignerActor>;
const ADVISOR_LEFT =
  'Your session has ended or is locked. Sign in to the portal and open the document again.';
const SIGNATURE_CHANGED =
  'Your saved signature was changed or removed after this document was opened. Open the document again.';

/** The document with this signer's fields; records that it was viewed. */
export async function openSigning(
  ctx: Ctx,
  userAgent: string,
): Promise<ReplyOf<typeof endpoints.openSigning>> {
  const { builtin, ticket, row } = await signingOf(ctx);
  await withEsignErrors(() => builtin.recordViewed(ticket, clientInfoOf(ctx, userAgent)));
  const view = await notifyOfFailure(ctx, row, () => builtin.view(ticket));
  await recordAdvisorActivity(ctx, ticket);
  const { agent_name } = await findParties(ctx.db, row.id);
  const prices = itemizedCostsSchema.safeParse(row.itemized_costs);
  const { signerName, lastSaved, ...shown } = view;
  return {
    success: true,
    data: {
      ...shown,
      signer: ticket.signer,
      signer_name: signerName,
      titles: titlesFor(ticket.signer, row),
      brokerage: ctx.deps.config.BRAND,
      agent_name,
      language: ticket.signer === 'client' ? await languageOf(ctx, row) : 'en',
      session_form_id: row.id,
      document_url: `/api/esign/signing/document/${ctx.actor.ticket}`,
      pricing: {
        base_cost: centsToDollars(row.base_cost),
        include_sales_tax: row.include_sales_tax,
        itemized_costs: prices.success ? prices.data : null,
        final_form_total: centsToDollars(row.final_form_total),
      },
      return_url: ticket.returnUrl,
      expires_at: expiryOf(ctx),
      last_saved: lastSaved?.toISOString() ?? null,
      saved_signature: await savedSignatureOf(ctx, ticket),
    },
  };
}

/** Only the ticket's own advisor, whose sign-in and permission `assertNotEnded` has just checked. */
async function savedSignatureOf(ctx: Ctx, { signer, holder }: SigningTicket): Promise<SavedSignature | null> {
  if (signer !== 'advisor' || !holder || !('agent' in holder)) return null;
  return findSavedSignature(ctx, holder.agent);
}

/** The current document for the holder of a ticket, with the other signer's entries drawn in. */
export async function readSigningDocument(ctx: Context, ticketText: string): Promise<Buffer> {
  const { builtin, ticket } = await ticketOf(ctx, ticketText);
  const row = await submissionToSign(ctx.db, ticket.envelopeId);
  return notifyOfFailure(ctx, row, () => builtin.viewDocument(ticket));
}

/** Saves unfinished entries, so that the link continues on any device. */
export async function saveSigningProgress(
  ctx: Ctx,
  { values, draft }: BodyOf<typeof endpoints.saveSigningProgress>,
): Promise<ReplyOf<typeof endpoints.saveSigningProgress>> {
  const { builtin, ticket } = await signingOf(ctx);
  const saved = await withEsignErrors(() => builtin.saveProgress(ticket, values, draft));
  // A page that only looks for the entries of other devices is not being used.
  if (!draft || Object.keys(draft.typed).length > 0) await recordAdvisorActivity(ctx, ticket);
  return {
    success: true,
    last_saved: saved.lastSaved?.toISOString() ?? null,
    version: saved.version,
    values: saved.others,
  };
}

/** Signs once. The effects on the submission are stored before the response is sent. */
export async function submitSigning(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.submitSigning>,
  userAgent: string,
): Promise<ReplyOf<typeof endpoints.submitSigning>> {
  const { builtin, ticket, row } = await signingOf(ctx);
  const signature = await signatureOf(ctx, ticket, input.signature);
  const { state, finished } = await notifyOfFailure(ctx, row, () =>
    builtin.sign(
      ticket,
      { signature, values: input.values, language: input.language },
      clientInfoOf(ctx, userAgent),
    ),
  );
  await recordState(ctx, row.id, state, finished);
  return {
    success: true,
    state: state.status === 'completed' ? 'completed' : 'signed',
    return_url: afterSigning(ticket.returnUrl, 'signing_complete'),
  };
}

/** The submitted signature, or the saved one that the advisor saw and adopted: one that was replaced since is rejected. */
async function signatureOf(
  ctx: Ctx,
  ticket: SigningTicket,
  submitted: BodyOf<typeof endpoints.submitSigning>['signature'],
): Promise<SigningInput['signature']> {
  if (!('saved' in submitted)) return { ...submitted, image: pictureOf(submitted.image) };
  const saved = await savedSignatureOf(ctx, ticket);
  if (saved?.id !== submitted.saved) throw new AppError('wrong_state', { message: SIGNATURE_CHANGED });
  const { method, name, image, saved_at } = saved;
  return { method, name, image: pictureOf(image), savedAt: new Date(saved_at) };
}

/**
 * The signer can do nothing about a document that would lose content or cannot be processed, so an agent is notified: at
 * the first failure, since the next attempt would fail in the same way, and once for each reason.
 */
async function notifyOfFailure<Result>(
  ctx: Context,
  row: SubmissionRow,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await withEsignErrors(work);
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal';
    if (code === 'content_lost' || code === 'document_not_processed') {
      ctx.deps.log.error({ err: error, submission: row.id }, 'a document could not be signed');
      const event = `${row.id}:${row.envelope_id}:${code}`;
      const notification = { kind: 'form_not_completed', event, detail: ERRORS[code].message } as const;
      await ctx.deps.database.transaction((db) => publishFormEvent({ ...ctx, db }, row, notification));
    }
    throw error;
  }
}

export async function declineSigning(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.declineSigning>,
  userAgent: string,
): Promise<ReplyOf<typeof endpoints.declineSigning>> {
  const { builtin, ticket, row } = await signingOf(ctx);
  const state = await withEsignErrors(() =>
    builtin.decline(ticket, input.reason, clientInfoOf(ctx, userAgent)),
  );
  await recordState(ctx, row.id, state);
  return { success: true, state: 'declined', return_url: afterSigning(ticket.returnUrl, 'decline') };
}

async function signingOf(
  ctx: Ctx,
): Promise<{ builtin: OwnPageEsign; ticket: SigningTicket; row: SubmissionRow }> {
  const { builtin, ticket } = await ticketOf(ctx, ctx.actor.ticket);
  const row = await submissionToSign(ctx.db, ticket.envelopeId);
  return { builtin, ticket, row };
}

async function ticketOf(
  ctx: Context,
  text: string,
): Promise<{ builtin: OwnPageEsign; ticket: SigningTicket }> {
  const { esign } = ctx.deps;
  // With another provider, signers sign at its own address.
  if (!esign.hasOwnPage) throw new AppError('not_found');
  const ticket = esign.readTicket(text);
  if (ticket === null) throw new AppError('invalid_link');
  await assertNotEnded(ctx, ticket);
  return { builtin: esign, ticket };
}

/**
 * A ticket is only valid together with what it was issued for: a client's link, or the sign-in of an advisor who may sign.
 */
async function assertNotEnded(ctx: Context, { envelopeId, holder }: SigningTicket): Promise<void> {
  if (holder && 'link' in holder) return requireActiveLink(ctx, holder.link);
  const advisor =
    holder && (await agentOfOpenSignIn(ctx.deps, { id: holder.sign_in, agent_id: holder.agent }));
  if (!advisor || !canSignAsAdvisor(advisor)) throw new AppError('invalid_link', { message: ADVISOR_LEFT });
  // Throws where the advisor no longer has access to the client.
  await withAccessScope(advisor.accessScope, () => submissionToSign(ctx.db, envelopeId));
}

/**
 * The signing page is outside the portal's screens, so for an advisor who fills in a document this is the only activity.
 */
async function recordAdvisorActivity({ deps }: Ctx, { holder }: SigningTicket): Promise<void> {
  if (holder && 'sign_in' in holder) await recordSigningActivity(deps, holder.sign_in);
}

/** Clients read the form's name in their language, agents their own (decisions O11). */
function titlesFor(signer: EsignSignerRole, row: SubmissionRow): Localized {
  if (signer === 'client') return clientTitlesOf(row);
  return inEveryLanguage(() => agentNameOf(row));
}

async function languageOf(ctx: Context, row: SubmissionRow) {
  const client = row.client_id === null ? null : await findClient(ctx, row.client_id);
  return preferredLanguage(client?.pref_lang);
}

function expiryOf(ctx: Ctx): string {
  const { tokens, clock } = ctx.deps;
  const exp = tokens.readTicket('signing', ctx.actor.ticket, clock.now())?.exp;
  return new Date(typeof exp === 'number' ? exp * 1000 : clock.now()).toISOString();
}

function clientInfoOf(ctx: Context, userAgent: string): ClientInfo {
  return { address: ctx.address, userAgent: userAgent.slice(0, 500) };
}
