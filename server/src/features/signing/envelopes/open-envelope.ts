import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { advisorOf, isTemporaryToken } from '@ledgerline/contract/rules';
import type { EsignSignerRole, openEnvelope as openEndpoint } from '@ledgerline/contract/signing/endpoints';
import {
  assertCurrentProvider,
  type SubmissionRow,
  saveEnvelope,
  selectedOptions,
  submissionToSign,
  withEsignErrors,
} from '#features/forms/submissions/signatures/record-signatures.ts';
import { findTemplate } from '#features/forms/templates/service.ts';
import { findVisibleAgent } from '#features/people/agents/find-agents.ts';
import { canSignAsAdvisor } from '#features/people/agents/policy.ts';
import { findClient } from '#features/records/clients/service.ts';
import { consumeRateLimitOrAudit } from '#platform/audit/bounded.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { CreateEnvelope, SigningHolder } from '#platform/ports/esign.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import { findParties } from './queries.ts';
import { returnAddress } from './return-address.ts';
import { prefillOf, signingError } from './rules.ts';

export { findParties } from './queries.ts';

type Ctx = Context<AgentActor>;

const OPENINGS_LIMIT = { max: 20, seconds: 600 };

/** Where the advisor signs a form; the first call creates the envelope (1§7, decisions B8). */
export async function openEnvelope(
  ctx: Ctx,
  key: string,
  signer: EsignSignerRole,
): Promise<ReplyOf<typeof openEndpoint>> {
  if (!canSignAsAdvisor(ctx.actor)) {
    throw new AppError('not_allowed', { message: 'Only advisors can sign documents.' });
  }
  const row = await submissionToSign(ctx.db, key);
  if (signer === 'client') {
    throw new AppError('wrong_state', { message: 'The client signs through the secure link.' });
  }
  if (!advisorOf(row).outstanding) {
    throw new AppError('wrong_state', {
      message: signingError(row) ?? 'This form is not waiting for an advisor signature.',
    });
  }
  const { email } = await findVisibleAgent(ctx, ctx.actor.id);
  const advisor = { name: ctx.actor.name, email };
  const holder = { agent: ctx.actor.id, sign_in: ctx.actor.signInId };
  const { url, envelopeId } = await signingAddress(ctx, row, { signer, holder, advisor });
  return { success: true, embedded_url: url, envelopeId };
}

interface SigningRequest {
  signer: EsignSignerRole;
  holder: SigningHolder;
  advisor?: { name: string; email: string | null };
}

/** The short-lived address at which one signer of a form signs; creates the envelope if there is none yet. */
export async function signingAddress(
  ctx: Context,
  row: SubmissionRow,
  { signer, holder, advisor }: SigningRequest,
): Promise<{ url: string; envelopeId: string }> {
  const error = signingError(row);
  if (error) throw new AppError('wrong_state', { message: error });
  assertCurrentProvider(ctx, row);
  const returnUrl = returnAddress(ctx, row, signer);
  await consumeOpening(ctx, row);
  const envelopeId = row.envelope_id ?? (await createEnvelope(ctx, row, advisor));
  const url = await withEsignErrors(() =>
    ctx.deps.esign.signingUrl({ envelopeId, signer, returnUrl, holder }),
  );
  return { url: absoluteUrl(ctx, url), envelopeId };
}

/** An outside provider allows an account only so many calls an hour: a visitor with a link must not use them up. */
async function consumeOpening(ctx: Context, row: SubmissionRow): Promise<void> {
  const { actor, deps } = ctx;
  if (deps.esign.hasOwnPage || actor.kind === 'agent') return;
  const what = { entity: 'session_form', entity_id: row.id, field: 'startSigning' };
  const withoutTransaction = { ...ctx, db: deps.database };
  await consumeRateLimitOrAudit(withoutTransaction, `signing:form:${row.id}`, OPENINGS_LIMIT, {
    action: 'limit_refused',
    ...what,
  });
}

async function createEnvelope(
  ctx: Context,
  row: SubmissionRow,
  advisor?: { name: string; email: string | null },
): Promise<string> {
  const input = await envelopeOf(ctx, row, advisor);
  const envelope = await withEsignErrors(() => ctx.deps.esign.createEnvelope(input));
  const saved = await ctx.deps.database.transaction((db) => saveEnvelope({ ...ctx, db }, row, envelope));
  return saved.envelope_id ?? envelope.envelopeId;
}

async function envelopeOf(
  ctx: Context,
  row: SubmissionRow,
  advisor?: { name: string; email: string | null },
): Promise<CreateEnvelope> {
  const source = row.form_id ?? row.form_link_id;
  if (!source) throw new AppError('source_missing');
  const template = await findTemplate(ctx.db, source);
  if (!template.docusign_template_id) {
    throw new AppError('wrong_state', { message: 'Form configuration incomplete. Please contact support.' });
  }
  if (template.template_provider !== null && template.template_provider !== ctx.deps.esign.name) {
    throw new AppError('former_provider', {
      message: 'This document is a template of the previous e-signature provider.',
    });
  }
  const client = await clientToName(ctx, row);
  const names = client
    ? [client.client_first_name, client.client_last_name]
    : [row.first_name, row.last_name];
  const parties = await findParties(ctx.db, row.id);
  return {
    templateId: template.docusign_template_id,
    // An envelope contains the data of one client: the same form of another one needs its own.
    idempotencyKey: `session_form:${row.id}:${row.client_id ?? 'nobody'}`,
    subject: row.title,
    // Everyone known is passed: the document determines who signs, regardless of the form's flags at creation.
    people: [
      { role: 'advisor', ...(advisor ?? { name: parties.agent_name ?? '', email: parties.agent_email }) },
      {
        role: 'client',
        name: names.filter(Boolean).join(' '),
        email: textOrNull(client ? client.primary_email : row.email),
      },
    ],
    prefill: client ? prefillOf(client) : {},
    choices: selectedOptions(row.selected_items_json),
  };
}

/**
 * The client whose record fills in the document: none where a visitor without a link started it, whatever name they
 * entered.
 */
async function clientToName(ctx: Context, row: SubmissionRow) {
  const isStartedByVisitor = row.progress_session_id !== null && isTemporaryToken(row.progress_session_id);
  return row.client_id === null || isStartedByVisitor ? null : findClient(ctx, row.client_id);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
