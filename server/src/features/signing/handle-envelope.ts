import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type {
  EsignSignerRole,
  openEnvelope as openEndpoint,
  refreshSubmissionStatus as refreshEndpoint,
} from '@ledgerline/contract/esign/endpoints';
import { advisorOf, isTemporaryToken, isVoided } from '@ledgerline/contract/rules';
import { LINK_MESSAGES } from '@ledgerline/contract/secure-links/endpoints';
import { completeLinksOf } from '#features/forms/links/visitor-links/renew-visitor-link.ts';
import {
  answered,
  applyEnvelope,
  chosenAlready,
  keepEnvelope,
  keepSignedDocument,
  refuseFormerProvider,
  type SubmissionRow,
  submissionToSign,
} from '#features/forms/submissions/signatures/keep-signatures.ts';
import { findTemplate } from '#features/forms/templates/keep-templates.ts';
import { findVisibleAgent } from '#features/people/agents/look-up-agents.ts';
import { findClient } from '#features/records/clients/keep-clients.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { takeOrNote } from '#platform/audit/bounded.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import {
  type CreateEnvelope,
  type EnvelopeState,
  EsignError,
  type FinishedDocument,
  ONLY_SENT_OR_DELIVERED,
  type SigningHolder,
} from '#platform/ports/esign.ts';
import { wholeAddress } from '#platform/public-address.ts';
import { findParties } from './listing.ts';
import { mailSignedCopy } from './mail-signed-copy.ts';
import { returnAddress } from './returning/confirm-return.ts';
import { ESIGN_SYNC_QUEUE, isFromMemory, prefillOf, signingRefusal } from './rules.ts';

export { ESIGN_SYNC_QUEUE } from './rules.ts';

type Ctx = Context<AgentActor>;
type Done = { success: true; message: string };

const OPENINGS_LIMIT = { max: 20, seconds: 600 };

/** Where the advisor signs a form; the envelope is made on the first call (1§7, decisions B8). */
export async function openEnvelope(
  ctx: Ctx,
  key: string,
  signer: EsignSignerRole,
): Promise<ReplyOf<typeof openEndpoint>> {
  if (!ctx.actor.is_advisor) {
    throw new AppError('not_allowed', { message: 'Only advisors can sign documents.' });
  }
  const row = await submissionToSign(ctx.db, key);
  if (signer === 'client') {
    throw new AppError('wrong_state', { message: 'The client signs through the secure link.' });
  }
  if (!advisorOf(row).outstanding) {
    throw new AppError('wrong_state', {
      message: signingRefusal(row) ?? 'This form does not wait for an advisor signature.',
    });
  }
  const { email } = await findVisibleAgent(ctx, ctx.actor.id);
  const advisor = { name: ctx.actor.name, email };
  const holder = { agent: ctx.actor.id };
  const { url, envelopeId } = await signingAddress(ctx, row, { signer, holder, advisor });
  return { success: true, embedded_url: url, envelopeId };
}

interface Signs {
  signer: EsignSignerRole;
  holder: SigningHolder;
  advisor?: { name: string; email: string | null };
}

/** The short-lived address at which one signer of a form signs; makes the envelope if there is none yet. */
export async function signingAddress(
  ctx: Context,
  row: SubmissionRow,
  { signer, holder, advisor }: Signs,
): Promise<{ url: string; envelopeId: string }> {
  const refusal = signingRefusal(row);
  if (refusal) throw new AppError('wrong_state', { message: refusal });
  refuseFormerProvider(ctx, row);
  const returnUrl = returnAddress(ctx, row, signer);
  await takeFromOpenings(ctx, row);
  const envelopeId = row.envelope_id ?? (await createEnvelope(ctx, row, advisor));
  const url = await answered(() => ctx.deps.esign.signingUrl({ envelopeId, signer, returnUrl, holder }));
  return { url: wholeAddress(ctx, url), envelopeId };
}

/** A provider elsewhere allows an account only so many calls an hour: who holds a link must not use them up. */
async function takeFromOpenings(ctx: Context, row: SubmissionRow): Promise<void> {
  const { actor, deps } = ctx;
  if (deps.esign.hasOwnPage || actor.kind === 'agent') return;
  const what = { entity: 'session_form', entity_id: row.id, field: 'startSigning' };
  const outside = { ...ctx, db: deps.database };
  await takeOrNote(outside, `signing:form:${row.id}`, OPENINGS_LIMIT, { action: 'limit_refused', ...what });
}

/** Asks the provider and writes what is new; the finished document is fetched once. */
export async function refreshStatus(ctx: Context, id: number): Promise<ReplyOf<typeof refreshEndpoint>> {
  const row = await submissionToSign(ctx.db, String(id));
  if (row.envelope_id === null) return toRefreshed(row, { changed: false, is_from_memory: false });
  const { envelope_id } = row;
  refuseFormerProvider(ctx, row);
  const askedAt = ctx.deps.clock.now();
  const state = await answered(() => ctx.deps.esign.status(envelope_id));
  const applied = await takeOver(ctx, id, state);
  const is_from_memory = isFromMemory(state.asOf, askedAt);
  return toRefreshed(applied.row, { changed: applied.changed, is_from_memory });
}

/** Writes what the provider says of a form's envelope; a finished document that did not come with it is fetched, once. */
export async function takeOver(
  ctx: Context,
  id: number,
  state: EnvelopeState,
  finished: FinishedDocument | null = null,
): Promise<{ row: SubmissionRow; changed: boolean }> {
  const { database } = ctx.deps;
  const applied = await database.transaction(async (db) => {
    const inside = { ...ctx, db };
    const written = await applyEnvelope(inside, id, state);
    if (written.row.is_completed && written.changed) await completeLinksOf(inside, id);
    if (finished) await fileDocument(inside, id, finished);
    return written;
  });
  const { is_completed, signed_document_id } = applied.row;
  if (!finished && is_completed && signed_document_id === null) await fetchDocument(ctx, applied.row);
  return applied;
}

/** Lets a job ask the provider; forms without an envelope have nothing to ask for (ES-010). */
export async function startBackgroundSync(ctx: Ctx, id: number): Promise<Done> {
  const row = await submissionToSign(ctx.db, String(id));
  if (row.envelope_id !== null) await ctx.deps.jobs.send(ctx.db, ESIGN_SYNC_QUEUE, { id });
  return { success: true, message: 'Sync started.' };
}

/** Voids a form that is out for signature: first with the provider, then here (1§4). */
export async function voidEnvelope(ctx: Ctx, id: number, reason: string): Promise<Done> {
  const row = await submissionToSign(ctx.db, String(id));
  const { envelope_id } = row;
  if (envelope_id === null || isVoided(row)) {
    throw new AppError('wrong_state', { message: ONLY_SENT_OR_DELIVERED });
  }
  refuseFormerProvider(ctx, row);
  const state = await answered(() => voidedState(ctx, envelope_id, reason));
  await ctx.deps.database.transaction(async (db) => {
    await applyEnvelope({ ...ctx, db }, id, state);
    await writeAudit({ ...ctx, db }, [
      { action: 'voided', entity: 'session_form', entity_id: id, field: 'envelope_id', new_value: reason },
    ]);
  });
  return { success: true, message: 'Envelope voided.' };
}

/** A call that was cut off after the provider had voided finds it voided and goes on from there. */
async function voidedState({ deps }: Ctx, envelopeId: string, reason: string): Promise<EnvelopeState> {
  try {
    await deps.esign.void(envelopeId, reason);
  } catch (error) {
    if (!(error instanceof EsignError) || error.kind !== 'wrong_state') throw error;
    const state = await deps.esign.status(envelopeId);
    if (state.status !== 'voided') throw error;
    return state;
  }
  return deps.esign.status(envelopeId);
}

export async function listEnvelopeDocuments(ctx: Ctx, envelopeId: string) {
  refuseFormerProvider(ctx, await submissionToSign(ctx.db, envelopeId));
  const documents = await answered(() => ctx.deps.esign.documents(envelopeId));
  return { success: true as const, documents };
}

export async function readEnvelopeDocument(
  ctx: Ctx,
  { envelopeId, documentId }: { envelopeId: string; documentId: string },
): Promise<{ name: string; bytes: Buffer }> {
  const row = await submissionToSign(ctx.db, envelopeId);
  if (row.envelope_id !== envelopeId) throw new AppError('not_found');
  refuseFormerProvider(ctx, row);
  const bytes = await answered(() => ctx.deps.esign.document(envelopeId, documentId));
  return { name: `${row.title}.pdf`, bytes };
}

async function createEnvelope(
  ctx: Context,
  row: SubmissionRow,
  advisor?: { name: string; email: string | null },
): Promise<string> {
  const input = await envelopeOf(ctx, row, advisor);
  const envelope = await answered(() => ctx.deps.esign.createEnvelope(input));
  const kept = await ctx.deps.database.transaction((db) => keepEnvelope({ ...ctx, db }, row, envelope));
  return kept.envelope_id ?? envelope.envelopeId;
}

async function envelopeOf(
  ctx: Context,
  row: SubmissionRow,
  advisor?: { name: string; email: string | null },
): Promise<CreateEnvelope> {
  const source = row.form_id ?? row.form_link_id;
  if (!source) throw new AppError('wrong_state', { message: LINK_MESSAGES.sourceNotConfigured });
  const template = await findTemplate(ctx.db, source);
  if (!template.docusign_template_id) {
    throw new AppError('wrong_state', { message: 'Form configuration incomplete. Please contact support.' });
  }
  if (template.template_provider !== null && template.template_provider !== ctx.deps.esign.name) {
    throw new AppError('wrong_state', {
      message: 'This document is a template of the e-signature provider that was used before.',
    });
  }
  const client = await clientToName(ctx, row);
  const names = client
    ? [client.client_first_name, client.client_last_name]
    : [row.first_name, row.last_name];
  const parties = await findParties(ctx.db, row.id);
  return {
    templateId: template.docusign_template_id,
    // An envelope holds what is known of one client: the same form of another one needs its own.
    idempotencyKey: `session_form:${row.id}:${row.client_id ?? 'nobody'}`,
    subject: row.title,
    // Everybody who is known: which of them sign is the document's to say, whatever the form's flags were when it was made.
    people: [
      { role: 'advisor', ...(advisor ?? { name: parties.agent_name ?? '', email: parties.agent_email }) },
      {
        role: 'client',
        name: names.filter(Boolean).join(' '),
        email: textOrNull(client ? client.primary_email : row.email),
      },
    ],
    prefill: client ? prefillOf(client) : {},
    choices: chosenAlready(row.selected_items_json),
  };
}

/** Whose record fills the document in: none where a stranger began it, whoever he says he is. */
async function clientToName(ctx: Context, row: SubmissionRow) {
  const isStrangers = row.progress_session_id !== null && isTemporaryToken(row.progress_session_id);
  return row.client_id === null || isStrangers ? null : findClient(ctx, row.client_id);
}

/** Files the finished document and tells its client where it is; safe to repeat. */
export async function fetchDocument(ctx: Context, row: SubmissionRow): Promise<void> {
  const { envelope_id } = row;
  if (envelope_id === null) return;
  const finished = await answered(() => ctx.deps.esign.finished(envelope_id));
  await ctx.deps.database.transaction((db) => fileDocument({ ...ctx, db }, row.id, finished));
}

async function fileDocument(ctx: Context, id: number, finished: FinishedDocument): Promise<void> {
  const kept = await keepSignedDocument(ctx, id, finished);
  if (kept) await mailSignedCopy(ctx, kept);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function toRefreshed(
  row: SubmissionRow,
  asked: { changed: boolean; is_from_memory: boolean },
): ReplyOf<typeof refreshEndpoint> {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    success: true,
    status: row.status,
    ...asked,
    advisor_signed_at: iso(row.advisor_signed_at),
    client_signed_at: iso(row.client_signed_at),
    has_advisor_signature: row.has_advisor_signature,
    has_client_signature: row.has_client_signature,
    pending_advisor_signature: row.pending_advisor_signature,
    pending_client_signature: row.pending_client_signature,
    next_signer_role: row.next_signer_role,
    voided_at: iso(row.voided_at),
    checked_at: iso(row.envelope_checked_at),
  };
}
