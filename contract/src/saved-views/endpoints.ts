import { z } from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { filterSchema, idSchema, lineSchema, textSchema } from '../schemas.ts';
import { MAX_SAVED_VIEWS, MAX_VIEW_NAME, SAVED_VIEW_LISTS } from './lists.ts';

const shortText = textSchema(100).optional();
const toggle = z.literal(true).optional();

/** What a view selects: the search parameters of its list's URL, without page and search text. The screen checks the values. */
const stateSchema = z.strictObject({
  filter: filterSchema.optional(),
  sort: textSchema(300).optional(),
  direction: shortText,
  then_by: textSchema(300).optional(),
  status: shortText,
  tab: shortText,
  owner: shortText,
  account: shortText,
  recurring: toggle,
  pending: toggle,
  overdue: toggle,
  form: idSchema.optional(),
  type: shortText,
  modified: shortText,
});
export type SavedViewState = z.output<typeof stateSchema>;

/** The columns of the ledger: those that are hidden, changed widths in pixels, and those that do not scroll. */
const columnsSchema = z.strictObject({
  hidden: z.array(textSchema(100)).max(500),
  widths: z.record(textSchema(100), z.number().int().min(1).max(5000)),
  /** The last frozen column. If it is missing, the name columns are frozen; if it is null, none is. */
  frozen_to: textSchema(100).nullable().optional(),
});
export type SavedViewColumns = z.output<typeof columnsSchema>;

const listSchema = z.enum(SAVED_VIEW_LISTS);
const nameSchema = lineSchema(MAX_VIEW_NAME).trim().min(1, 'Please enter a name for the view');

const savedViewSchema = z.object({
  id: z.number(),
  list: listSchema,
  name: z.string(),
  is_shared: z.boolean(),
  state: stateSchema,
  /** null: the list has no columns to choose, or the view leaves them as they are. */
  columns: columnsSchema.nullable(),
  /** Sent with a change: a change of another version is rejected. */
  version: z.number(),
  /** The agent to whom it belongs; null: that agent was deleted. */
  agent: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Whether the caller may change and delete it. */
  can_change: z.boolean(),
});
export type SavedView = z.output<typeof savedViewSchema>;

const deletedViewSchema = savedViewSchema.pick({ id: true, list: true, name: true, is_shared: true }).extend({
  deleted_at: z.string(),
});
export type DeletedView = z.output<typeof deletedViewSchema>;

const ofList = z.strictObject({ list: listSchema });
const viewReply = success({ data: savedViewSchema });

export const listSavedViews = endpoint('GET /saved-views', 'agent', {
  summary: 'List the caller’s own views of a list and those shared with the brokerage, by name',
  audit: 'none',
  query: ofList,
  reply: success({
    data: z.array(savedViewSchema),
    /** Ids of the views that the caller has pinned, in order. */
    pinned: z.array(z.number()),
    /** The view with which the list opens for the caller. */
    default_id: z.number().nullable(),
    /** Whether the caller may share views. */
    can_share: z.boolean(),
  }),
});

export const createSavedView = endpoint('POST /saved-views', 'agent', {
  summary: 'Save a view of a list, private or shared with the brokerage',
  audit: 'none',
  body: z.strictObject({
    list: listSchema,
    name: nameSchema,
    is_shared: z.boolean().default(false),
    state: stateSchema,
    columns: columnsSchema.nullable().default(null),
  }),
  status: 201,
  reply: viewReply,
});

export const updateSavedView = endpoint('PUT /saved-views/:id', 'agent', {
  summary: 'Change a view; 409 when it was changed since the version that is sent',
  audit: 'none',
  body: z.strictObject({
    version: z.number().int().min(1),
    name: nameSchema.optional(),
    is_shared: z.boolean().optional(),
    state: stateSchema.optional(),
    columns: columnsSchema.nullable().optional(),
  }),
  reply: viewReply,
});

export const claimSavedView = endpoint('POST /saved-views/:id/claim', 'owner', {
  summary: 'Take over a shared view whose agent was deleted',
  audit: 'none',
  reply: viewReply,
});

export const deleteSavedView = endpoint('DELETE /saved-views/:id', 'agent', {
  needsReauthentication: { never: 'it can be restored for 30 days, and the records it shows stay' },
  summary: 'Delete a view; it can be restored for 30 days',
  reply: success({ data: deletedViewSchema }),
});

export const listDeletedSavedViews = endpoint('GET /saved-views/deleted', 'agent', {
  summary: 'List the views of a list that the caller may restore, the latest deletion first',
  audit: 'none',
  query: ofList,
  reply: success({ data: z.array(deletedViewSchema) }),
});

export const restoreSavedView = endpoint('POST /saved-views/:id/restore', 'agent', {
  summary: 'Restore a deleted view; 404 after 30 days',
  audit: 'none',
  reply: viewReply,
});

export const arrangeSavedViews = endpoint('PUT /saved-views/arrangement', 'agent', {
  summary: 'Set which views of a list the caller has pinned and which one opens with the list',
  body: z.strictObject({
    list: listSchema,
    pinned: z.array(idSchema).max(MAX_SAVED_VIEWS).optional(),
    default_id: idSchema.nullable().optional(),
  }),
  reply: success({ pinned: z.array(z.number()), default_id: z.number().nullable() }),
});
