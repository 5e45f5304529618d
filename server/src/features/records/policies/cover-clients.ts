import { membersOf } from '#features/records/households/service.ts';
import type { Context } from '#platform/context.ts';
import { wrongField } from '#platform/errors.ts';
import type { Attached } from './presenter.ts';
import { documentsOfClient, findAttached } from './queries.ts';
import * as repository from './repository.ts';

/** The linked clients whom a policy covers, among those that the agent can see, and its documents. */
export async function attachedTo(ctx: Context, policyId: number): Promise<Attached> {
  const attached = (await findAttached(ctx.db, [policyId])).get(policyId);
  return attached ?? { covered_clients: [], documents: [] };
}

interface Change {
  before: number[];
  after: number[];
  added: number[];
  removed: number[];
}

/** Null for no change: nothing is wanted, or exactly what is attached. */
function changeTo(attached: readonly { id: number }[], wanted: readonly number[] | undefined): Change | null {
  if (wanted === undefined) return null;
  const before = attached.map(({ id }) => id);
  const after = [...new Set(wanted)].sort((a, b) => a - b);
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  return added.length + removed.length === 0 ? null : { before, after, added, removed };
}

/**
 * Sets whom a locked policy covers, so far `covered`; `wanted` is `undefined` for no change. Returns the ids before and after, or null
 * if they are the same. A client who is not linked to the policy's client is rejected, unless the policy covers that client already.
 */
export async function coverClients(
  ctx: Context,
  { id, client_id }: { id: number; client_id: number },
  covered: Attached['covered_clients'],
  wanted: readonly number[] | undefined,
): Promise<Change | null> {
  const change = changeTo(covered, wanted);
  if (!change) return null;
  const members = new Set((await membersOf(ctx.db, client_id)).map((member) => member.client_id));
  if (change.added.some((client) => !members.has(client)))
    throw wrongField(
      'covered_client_ids',
      'A covered client is not linked to this client. Link both clients under Household first',
    );
  await repository.addCovered(ctx.db, id, change.added);
  await repository.removeCovered(ctx.db, id, change.removed);
  return change;
}

/** The same for its documents, which have to be documents of the policy's client. */
export async function attachDocuments(
  ctx: Context,
  { id, client_id }: { id: number; client_id: number },
  attached: Attached['documents'],
  wanted: readonly number[] | undefined,
): Promise<Change | null> {
  const change = changeTo(attached, wanted);
  if (!change) return null;
  if ((await documentsOfClient(ctx.db, client_id, change.added)).length < change.added.length)
    throw wrongField(
      'document_ids',
      'A document no longer exists, or belongs to another client. Choose again',
    );
  await repository.changeDocuments(ctx.db, id, change);
  return change;
}
