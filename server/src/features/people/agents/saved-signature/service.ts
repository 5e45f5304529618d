import type * as endpoints from '@ledgerline/contract/agents/saved-signature/endpoints';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { SavedSignature } from '@ledgerline/contract/signing/signature';
import { type SignatureChange, signatureEmail } from '#features/email-templates/email-change-emails.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { checkPicture, PNG_PREFIX, pictureOf } from '#platform/pdf/signature-picture.ts';
import { EsignError } from '#platform/ports/esign.ts';
import { changeOf, warnAgent } from '../emails/warn-agent.ts';
import { canSignAsAdvisor } from '../policy.ts';
import { type AgentRow, lockAgentRows } from '../repository.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
const aadOf = (row: number) => ({ table: 'saved_signatures', row, field: 'image' });

export async function getSavedSignature(ctx: Ctx): Promise<ReplyOf<typeof endpoints.getSavedSignature>> {
  assertAdvisor(ctx);
  const signature = await findSavedSignature(ctx, ctx.actor.id);
  return { success: true, data: { signature, is_offered: ctx.deps.esign.hasOwnPage } };
}

/** Replaces the former one: a document that offers that one must be opened again. */
export async function saveSavedSignature(
  ctx: Ctx,
  { method, name, image }: BodyOf<typeof endpoints.saveSavedSignature>,
): Promise<{ success: true; message: string }> {
  const agent = await lockAdvisor(ctx);
  await assertPicture(image);
  const { cipher, clock } = ctx.deps;
  const isChange = await repository.deleteSignature(ctx.db, agent.id);
  const row = { agent_id: agent.id, method, name, saved_at: clock.now() };
  const id = await repository.insertSignature(ctx.db, row);
  await repository.changeImage(ctx.db, id, cipher.encrypt(image.slice(PNG_PREFIX.length), aadOf(id)));
  await record(ctx, agent, isChange ? 'changed' : 'saved');
  return { success: true, message: 'Signature saved.' };
}

export async function removeSavedSignature(ctx: Ctx): Promise<{ success: true; message: string }> {
  const agent = await lockAdvisor(ctx);
  if (!(await repository.deleteSignature(ctx.db, agent.id)))
    throw new AppError('not_found', { message: 'You have no saved signature to remove.' });
  await record(ctx, agent, 'removed');
  return { success: true, message: 'Signature removed.' };
}

/** For an agent who may no longer sign, or whose account another agent has access to. The agent is locked. */
export async function endSavedSignature(ctx: Ctx, agent: AgentRow): Promise<void> {
  if (await repository.deleteSignature(ctx.db, agent.id)) await record(ctx, agent, 'removed_by');
}

/** The signature of an agent, in the form in which the browser displays it. The caller authorizes it. */
export async function findSavedSignature(
  { db, deps }: { db: Database; deps: Pick<Context['deps'], 'cipher'> },
  agentId: number,
): Promise<SavedSignature | null> {
  const row = await repository.findSignature(db, agentId);
  if (!row?.image) return null;
  const { id, method, name, image, saved_at } = row;
  const picture = `${PNG_PREFIX}${deps.cipher.decrypt(image, aadOf(id))}`;
  return { id, method, name, image: picture, saved_at: saved_at.toISOString() };
}

/** Serializes changes of the same agent, and reads the permission as it is now. */
async function lockAdvisor(ctx: Ctx): Promise<AgentRow> {
  const [agent] = await lockAgentRows(ctx.db, [ctx.actor.id]);
  if (!agent || !canSignAsAdvisor(agent)) throw notAdvisor();
  return agent;
}

function assertAdvisor({ actor }: Ctx): void {
  if (!canSignAsAdvisor(actor)) throw notAdvisor();
}

const notAdvisor = () => new AppError('not_allowed', { message: 'Only advisors can save a signature.' });

async function assertPicture(image: string): Promise<void> {
  try {
    await checkPicture(pictureOf(image));
  } catch (error) {
    if (!(error instanceof EsignError)) throw error;
    throw wrongField('image', error.message);
  }
}

const ACTIONS = {
  saved: 'signature_saved',
  changed: 'signature_changed',
  removed: 'signature_removed',
  removed_by: 'signature_removed',
} as const;

/** Writes the audit log and emails the agent about every change. */
async function record(ctx: Ctx, agent: AgentRow, what: SignatureChange): Promise<void> {
  await auditAction(ctx, ACTIONS[what], 'agent', agent.id);
  const { id, username, email: to } = agent;
  const change = changeOf(ctx, { username, by: ctx.actor.name, path: `/crm/agents/${id}` });
  await warnAgent(ctx, { ...signatureEmail({ ...change, what }), kind: 'saved_signature', to });
}
