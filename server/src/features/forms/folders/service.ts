import type { BodyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/folders/endpoints';
import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { folderNameError, newFolderPriority, renumberFolders } from '@ledgerline/contract/rules';
import { type AuditEntry, writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, assertName } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Answer = { success: true; data: Folder; folder: Folder };
type List = { success: true; data: Folder[]; folders: Folder[] };
type Name = BodyOf<typeof endpoints.createFolder>;

export async function listFolders(ctx: Ctx): Promise<List> {
  const folders = await queries.listFolders(ctx.db);
  return { success: true, data: folders, folders };
}

export async function createFolder(ctx: Ctx, { label }: Name): Promise<Answer & { id: number }> {
  await repository.lockFolders(ctx.db);
  const rows = await repository.listFolderRows(ctx.db);
  const name = label.trim();
  const other_labels = rows.map((row) => row.label);
  assertName('label', name, folderNameError({ action: 'new', name, other_labels }));
  const priority = newFolderPriority({ existing_priorities: rows.map((row) => row.priority) });
  const id = await repository.insertFolder(ctx.db, {
    label: name,
    priority,
    created_at: ctx.deps.clock.now(),
  });
  await note(ctx, { action: 'created', entity: 'form_folder', entity_id: id, new_value: name });
  return { id, ...(await answerWith(ctx.db, id)) };
}

export async function renameFolder(ctx: Ctx, id: number, { label }: Name): Promise<Answer> {
  await repository.lockFolders(ctx.db);
  const rows = await repository.listFolderRows(ctx.db);
  const own = rows.find((row) => row.id === id);
  if (!own) throw notFound();
  const name = label.trim();
  const other_labels = rows.filter((row) => row.id !== id).map((row) => row.label);
  assertName('label', name, folderNameError({ action: 'rename', name, own_label: own.label, other_labels }));
  if (name !== own.label) {
    await repository.renameFolder(ctx.db, id, name);
    const entry = { action: 'updated', entity: 'form_folder', entity_id: id, field: 'label' };
    await note(ctx, { ...entry, old_value: own.label, new_value: name });
  }
  return answerWith(ctx.db, id);
}

/** Its forms become ungrouped; the other priorities stay until the next reorder (decisions F5, F6). */
export async function deleteFolder(ctx: Ctx, id: number): Promise<{ success: true }> {
  await repository.lockFolders(ctx.db);
  const own = (await repository.listFolderRows(ctx.db)).find((row) => row.id === id);
  if (!own) throw notFound();
  await repository.removeFolder(ctx.db, id);
  await note(ctx, { action: 'deleted', entity: 'form_folder', entity_id: id, old_value: own.label });
  return { success: true };
}

/** Folders that the order does not name follow those that it names, in their order. */
export async function sortFolders(
  ctx: Ctx,
  { priorities }: BodyOf<typeof endpoints.sortFolders>,
): Promise<List> {
  await repository.lockFolders(ctx.db);
  const rows = await repository.listFolderRows(ctx.db);
  const known = new Set(rows.map(({ id }) => id));
  if (priorities.some(({ id }) => !known.has(id))) throw notFound();
  const named = [...priorities].sort((a, b) => a.priority - b.priority).map(({ id }) => id);
  const order = [...new Set([...named, ...known])];
  const numbered = renumberFolders({ order });
  await repository.setPriorities(ctx.db, numbered);
  await note(ctx, { action: 'sorted', entity: 'form_folder', new_value: order });
  return listFolders(ctx);
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Folder not found.' });
}

async function answerWith(db: Database, id: number): Promise<Answer> {
  const folder = (await queries.listFolders(db)).find((one) => one.id === id);
  if (!folder) throw notFound();
  return { success: true, data: folder, folder };
}

/** Screens read templates and folders together, so both are published as templates. */
async function note(ctx: Ctx, entry: AuditEntry): Promise<void> {
  await writeAudit(ctx, [entry]);
  await publishLiveEvent(ctx, { kind: 'templates', action: 'updated' });
}
