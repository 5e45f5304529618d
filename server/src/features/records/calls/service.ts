import type * as endpoints from '@ledgerline/contract/calls/endpoints';
import type { Call } from '@ledgerline/contract/calls/endpoints';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import type { BodyOf } from '@ledgerline/contract/endpoint';
import { FOLLOW_UP_PAST } from '@ledgerline/contract/rules';
import { editClient } from '#features/records/clients/edits/edit-clients.ts';
import { findClient } from '#features/records/clients/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { canChangeCall } from './policy.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Answer = { success: true; call: Call };

const FOLLOW_UP = fieldNamed('next_f_u_date');

/** Saves the log entry and the follow-up in one transaction. */
export async function logCall(
  ctx: Ctx,
  client_id: number,
  input: BodyOf<typeof endpoints.logCall>,
): Promise<Answer & { id: number }> {
  const { follow_up_on } = input;
  assertNotPast(ctx, follow_up_on);
  await findClient(ctx, client_id);
  const row = await repository.insertCall(ctx.db, {
    ...input,
    client_id,
    agent_id: ctx.actor.id,
    at: ctx.deps.clock.now(),
  });
  await auditAction(ctx, 'created', 'call', row.id, {
    new_value: auditSummary(row),
    of_client: row.client_id,
  });
  await setFollowUp(ctx, client_id, follow_up_on);
  await publish(ctx, 'created', row.id);
  return { id: row.id, success: true, call: toCall(row) };
}

function assertNotPast(ctx: Ctx, day: string | null): void {
  if (day !== null && day < brokerageDay(ctx.deps)) throw wrongField('follow_up_on', FOLLOW_UP_PAST);
}

/** Sets the client's next follow-up; without a date it stays unchanged. */
async function setFollowUp(ctx: Ctx, client_id: number, day: string | null): Promise<void> {
  if (day !== null) await editClient(ctx, { id: client_id, input: new Map([[FOLLOW_UP, day]]) });
}

/**
 * A changed follow-up becomes the client's next one. An unchanged one may be in the past. Removing it
 * does not change the client's next follow-up.
 */
export async function updateCall(
  ctx: Ctx,
  id: number,
  { was, ...input }: BodyOf<typeof endpoints.updateCall>,
): Promise<Answer> {
  const row = await lockOwn(ctx, id);
  if (was && Object.keys(changesTo(row, was)).length > 0) throw new AppError('conflict');
  const changes = changesTo(row, input);
  const { follow_up_on = null } = changes;
  assertNotPast(ctx, follow_up_on);
  if (Object.keys(changes).length > 0) {
    await repository.changeCall(ctx.db, id, changes);
    await auditChanges(ctx, 'call', row, changes);
    await setFollowUp(ctx, row.client_id, follow_up_on);
    await publish(ctx, 'updated', id);
  }
  return { success: true, call: toCall({ ...row, ...changes }) };
}

export async function deleteCall(ctx: Ctx, id: number): Promise<{ success: true; message: string }> {
  const row = await lockOwn(ctx, id);
  await repository.removeCall(ctx.db, id);
  await auditAction(ctx, 'deleted', 'call', id, { old_value: auditSummary(row), of_client: row.client_id });
  await publish(ctx, 'deleted', id);
  return { success: true, message: 'Deleted.' };
}

/** An entry that the actor may change, locked until the transaction ends. */
async function lockOwn(ctx: Ctx, id: number): Promise<repository.CallRow> {
  const row = await repository.lockCall(ctx.db, id);
  if (!row) throw new AppError('not_found', { message: 'Log entry not found.' });
  if (!canChangeCall(ctx.actor, row)) {
    throw new AppError('not_allowed', {
      message: 'Only the agent who logged this, or an owner, can change it.',
    });
  }
  return row;
}

const toCall = ({ at, ...row }: repository.CallRow): Call => ({ ...row, at: at.toISOString() });

function auditSummary({ client_id, kind, outcome, text, follow_up_on }: repository.CallRow) {
  return { client_id, kind, outcome, text, follow_up_on };
}

function publish(ctx: Ctx, action: 'created' | 'updated' | 'deleted', id: number): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'calls', action, ids: [id] });
}
