import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { filteredFields, parseFilter, UNREADABLE_FILTER } from '@ledgerline/contract/rules/filters';
import type * as endpoints from '@ledgerline/contract/saved-views/endpoints';
import type { SavedView, SavedViewState } from '@ledgerline/contract/saved-views/endpoints';
import {
  DELETED_VIEW_DAYS,
  MAX_SAVED_VIEWS,
  type SavedViewList,
} from '@ledgerline/contract/saved-views/lists';
import { canAgentsShareViews } from '#features/settings/service.ts';
import { auditAction, writeAudit } from '#platform/audit/audit.ts';
import { changesTo } from '#platform/audit/changes.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { canChange, canShareViews, canView } from './policy.ts';
import { contentOf, encryptContent, toDeletedView, toView, type ViewContent } from './presenter.ts';
import { namesOf } from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Answer = { success: true; data: SavedView };

const DAY_MS = 86_400_000;

/** Deleted views can be restored if they were deleted after this instant. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - DELETED_VIEW_DAYS * DAY_MS);

export async function listSavedViews(
  ctx: Ctx,
  list: SavedViewList,
): Promise<ReplyOf<typeof endpoints.listSavedViews>> {
  const { db, deps, actor } = ctx;
  const rows = await repository.listVisible(db, list, actor.id);
  const names = await namesOf(
    db,
    rows.flatMap(({ agent_id }) => agent_id ?? []),
  );
  const data = rows.map((row) => toView(deps, actor, row, names));
  data.sort((a, b) => a.name.localeCompare(b.name, 'en-US', { numeric: true }) || a.id - b.id);
  return {
    success: true,
    data,
    ...(await arrangementOf(ctx, list)),
    can_share: canShareViews(actor, await canAgentsShareViews(ctx)),
  };
}

async function arrangementOf({ db, actor }: Ctx, list: SavedViewList) {
  return {
    pinned: await repository.listPins(db, list, actor.id),
    default_id: await repository.findDefault(db, list, actor.id),
  };
}

export async function createSavedView(
  ctx: Ctx,
  { list, is_shared, ...content }: BodyOf<typeof endpoints.createSavedView>,
): Promise<Answer> {
  const { db, deps, actor } = ctx;
  assertFilter(content.state);
  if (is_shared) await assertMayShare(ctx);
  await assertRoom(ctx, list);
  const now = deps.clock.now();
  const own = { agent_id: actor.id, private_to: is_shared ? null : actor.id, changed_by: actor.id };
  const { id } = await repository.insertView(db, { ...own, list, created_at: now, updated_at: now });
  const row = await repository.changeView(db, id, { content: encryptContent(deps, id, content) });
  await note(ctx, row, 'created', { list, is_shared, fields: fieldsOf(content) });
  return answerWith(ctx, row);
}

/** Rejected if another change came first: filters are changed as a whole, so the later one would undo the earlier. */
export async function updateSavedView(
  ctx: Ctx,
  id: number,
  { version, is_shared, ...change }: BodyOf<typeof endpoints.updateSavedView>,
): Promise<Answer> {
  const { db, deps, actor } = ctx;
  const row = await lockVisible(ctx, id);
  assertMayChange(actor, row);
  if (row.version !== version) throw await changedMeanwhile(ctx, row);
  if (change.state) assertFilter(change.state);
  const wasShared = row.private_to === null;
  const shares = is_shared ?? wasShared;
  const before = contentOf(deps, row);
  const changes = changesTo(before, change);
  if (Object.keys(changes).length === 0 && shares === wasShared) return answerWith(ctx, row);
  if (shares) await assertMayShare(ctx);
  // When sharing ends, even by an owner, the view stays with its agent. A view without an agent becomes the caller's.
  const agent_id = row.agent_id ?? actor.id;
  const after = { ...before, ...changes };
  const changed = await repository.changeView(db, id, {
    content: encryptContent(deps, id, after),
    ...(shares === wasShared ? {} : { private_to: shares ? null : agent_id, agent_id }),
    version: row.version + 1,
    changed_by: actor.id,
    updated_at: deps.clock.now(),
  });
  await noteChanges(ctx, row, { changes, after, shares, wasShared });
  return answerWith(ctx, changed);
}

/** An owner takes over a view whose agent was deleted. */
export async function claimSavedView(ctx: Ctx, id: number): Promise<Answer> {
  const row = await lockVisible(ctx, id);
  if (row.agent_id === ctx.actor.id) return answerWith(ctx, row);
  if (row.agent_id !== null)
    throw new AppError('wrong_state', { message: 'This view belongs to another agent.' });
  await assertRoom(ctx, row.list);
  const changed = await repository.changeView(ctx.db, id, { agent_id: ctx.actor.id });
  await note(ctx, changed, 'claimed');
  return answerWith(ctx, changed);
}

export async function deleteSavedView(
  ctx: Ctx,
  id: number,
): Promise<ReplyOf<typeof endpoints.deleteSavedView>> {
  const row = await lockVisible(ctx, id);
  assertMayChange(ctx.actor, row);
  const deleted = await repository.changeView(ctx.db, id, { deleted_at: ctx.deps.clock.now() });
  await note(ctx, row, 'deleted');
  return { success: true, data: toDeletedView(ctx.deps, deleted) };
}

export async function listDeletedSavedViews(
  ctx: Ctx,
  list: SavedViewList,
): Promise<ReplyOf<typeof endpoints.listDeletedSavedViews>> {
  const { db, deps, actor } = ctx;
  const rows = await repository.listDeleted(db, list, actor.id, restorableSince(deps.clock.now()));
  const own = rows.filter((row) => canChange(actor, row));
  return { success: true, data: own.map((row) => toDeletedView(deps, row)) };
}

/** Pins and defaults of other agents apply again. A view that is there already is returned as it is. */
export async function restoreSavedView(ctx: Ctx, id: number): Promise<Answer> {
  const row = await repository.lockView(ctx.db, id);
  if (!row || !canView(ctx.actor, row)) throw notFound();
  assertMayChange(ctx.actor, row);
  if (row.deleted_at === null) return answerWith(ctx, row);
  if (row.deleted_at <= restorableSince(ctx.deps.clock.now())) throw notFound();
  if (row.agent_id === ctx.actor.id) await assertRoom(ctx, row.list);
  // An agent who could delete a shared view can undo that, even where only owners may share.
  const restored = await repository.changeView(ctx.db, id, { deleted_at: null });
  await note(ctx, restored, 'restored');
  return answerWith(ctx, restored);
}

export async function arrangeSavedViews(
  ctx: Ctx,
  { list, pinned, default_id }: BodyOf<typeof endpoints.arrangeSavedViews>,
): Promise<ReplyOf<typeof endpoints.arrangeSavedViews>> {
  const visible = new Set((await repository.listVisible(ctx.db, list, ctx.actor.id)).map(({ id }) => id));
  // A view that was deleted meanwhile is left out, so that the others keep their order.
  const pins = pinned && [...new Set(pinned)].filter((id) => visible.has(id));
  if (pins) await repository.setPins(ctx.db, list, ctx.actor.id, pins);
  if (default_id !== undefined) {
    if (default_id !== null && !visible.has(default_id)) throw notFound();
    await repository.setDefault(ctx.db, list, ctx.actor.id, default_id);
  }
  await publish(ctx);
  return { success: true, ...(await arrangementOf(ctx, list)) };
}

async function lockVisible(ctx: Ctx, id: number): Promise<repository.SavedViewRow> {
  const row = await repository.lockView(ctx.db, id);
  if (!row || row.deleted_at !== null || !canView(ctx.actor, row)) throw notFound();
  return row;
}

const notFound = () =>
  new AppError('not_found', { message: 'This view was deleted or is not shared with you.' });

function assertMayChange(actor: AgentActor, row: repository.SavedViewRow): void {
  if (canChange(actor, row)) return;
  throw new AppError('not_allowed', {
    message: 'Only its agent and owners of the brokerage can change a shared view. Save yours as a new view.',
  });
}

async function assertMayShare(ctx: Ctx): Promise<void> {
  if (canShareViews(ctx.actor, await canAgentsShareViews(ctx))) return;
  throw new AppError('not_allowed', {
    message: 'Only owners can share views in this brokerage. Save it as a private view, or ask an owner.',
  });
}

async function changedMeanwhile({ db, actor }: Ctx, row: repository.SavedViewRow): Promise<AppError> {
  const { changed_by } = row;
  const name = changed_by === null ? undefined : (await namesOf(db, [changed_by])).get(changed_by);
  const isOwn = changed_by === actor.id;
  const who = isOwn
    ? 'You changed this view in another window'
    : `${name ?? 'Another agent'} changed this view`;
  return new AppError('conflict', {
    message: `${who} in the meantime. Discard your changes to see the new version, or save yours as a new view.`,
  });
}

function assertFilter({ filter }: SavedViewState): void {
  if (filter !== undefined && !parseFilter(filter)) throw wrongField('state.filter', UNREADABLE_FILTER);
}

async function assertRoom(ctx: Ctx, list: SavedViewList): Promise<void> {
  if ((await repository.countOwn(ctx.db, list, ctx.actor.id)) < MAX_SAVED_VIEWS) return;
  throw new AppError('wrong_state', {
    message: `You already have ${MAX_SAVED_VIEWS} views of this list. Delete one that you no longer use.`,
  });
}

async function answerWith({ db, deps, actor }: Ctx, row: repository.SavedViewRow): Promise<Answer> {
  const names = await namesOf(db, row.agent_id === null ? [] : [row.agent_id]);
  return { success: true, data: toView(deps, actor, row, names) };
}

/** The names of the filtered fields; their values are not logged (decision 096). */
const fieldsOf = ({ state }: Pick<ViewContent, 'state'>): string[] =>
  filteredFields(state.filter === undefined ? undefined : parseFilter(state.filter));

async function note(ctx: Ctx, { id }: { id: number }, action: string, new_value?: object): Promise<void> {
  await auditAction(ctx, action, 'saved_view', id, { new_value });
  await publish(ctx);
}

interface Noted {
  changes: Partial<ViewContent>;
  after: ViewContent;
  shares: boolean;
  wasShared: boolean;
}

/** Name and filter values are personal texts without a client: only that they changed is logged. */
async function noteChanges(
  ctx: Ctx,
  { id }: { id: number },
  { changes, after, shares, wasShared }: Noted,
): Promise<void> {
  const entry = { action: 'updated', entity: 'saved_view', entity_id: id };
  await writeAudit(ctx, [
    ...Object.keys(changes).map((part) => ({
      ...entry,
      action: 'view_changed',
      field: part === 'state' ? 'filters' : part,
      new_value: part === 'state' ? { fields: fieldsOf(after) } : undefined,
    })),
    ...(shares === wasShared
      ? []
      : [{ ...entry, field: 'is_shared', old_value: wasShared, new_value: shares }]),
  ]);
  await publish(ctx);
}

const publish = (ctx: Ctx) => publishLiveEvent(ctx, { kind: 'saved_views', action: 'updated' });
