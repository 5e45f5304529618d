import { randomBytes } from 'node:crypto';
import {
  type AgentContact,
  type AgentContactBody,
  MAX_PHOTO_BYTES,
  MAX_PHOTO_SIDE,
  type updateAgentContact as updateEndpoint,
} from '@ledgerline/contract/agents/contact/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { readPng } from '#platform/images/read-png.ts';
import { lockAgentRows } from '../repository.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Reply = Promise<ReplyOf<typeof updateEndpoint>>;

/** Where photos are served. */
export const PHOTO_PATH = '/api/agent-photos/';

export async function getAgentContact(ctx: Ctx): Reply {
  return { success: true, data: await readContact(ctx) };
}

/** Serializes changes of the same agent, so that the audit log records what was replaced. */
export async function updateAgentContact(ctx: Ctx, { phone, photo }: AgentContactBody): Reply {
  const agent_id = ctx.actor.id;
  await lockAgentRows(ctx.db, [agent_id]);
  const before = await readContact(ctx);
  await repository.saveContact(ctx.db, {
    agent_id,
    ...(phone === undefined ? {} : { phone }),
    ...(photo === undefined ? {} : storedPhoto(photo)),
    updated_at: ctx.deps.clock.now(),
  });
  const data = await readContact(ctx);
  const changes = changesTo(auditOf(before), auditOf(data));
  await auditChanges(ctx, 'agent', { id: agent_id, ...auditOf(before) }, changes);
  return { success: true, data };
}

/** The name, phone number and photo of an agent, for their clients; the caller decides who is one. */
export async function findAgentContact(
  db: Database,
  agentId: number,
): Promise<(AgentContact & { name: string }) | null> {
  const row = await repository.findContact(db, agentId);
  if (!row) return null;
  return {
    name: [row.first_name, row.last_name].filter(Boolean).join(' '),
    phone: row.phone,
    photo: row.photo_token && `${PHOTO_PATH}${row.photo_token}.png`,
  };
}

async function readContact(ctx: Ctx): Promise<AgentContact> {
  const contact = await findAgentContact(ctx.db, ctx.actor.id);
  return { phone: contact?.phone ?? null, photo: contact?.photo ?? null };
}

/** A new token for each photo: it cannot be guessed, and a changed photo is never shown from a cache. */
function storedPhoto(base64: string | null): { photo: string | null; photo_token: string | null } {
  if (base64 === null) return { photo: null, photo_token: null };
  const { bytes } = readPng('photo', base64, {
    max_width: MAX_PHOTO_SIDE,
    max_height: MAX_PHOTO_SIDE,
    max_bytes: MAX_PHOTO_BYTES,
    is_square: true,
  });
  return { photo: bytes.toString('base64'), photo_token: randomBytes(16).toString('hex') };
}

/** Without the address of the photo: the audit log is read by more people than the photo. */
const auditOf = ({ phone, photo }: AgentContact) => ({
  contact_phone: phone,
  contact_photo: photo?.slice(PHOTO_PATH.length, PHOTO_PATH.length + 6) ?? null,
});
