import { z } from 'zod';
import { ownerFilterSchema } from '../clients/schemas.ts';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { MAX_TASK_TITLE, TASK_REPEATS } from '../rules.ts';
import { dateSchema, idSchema, textSchema } from '../schemas.ts';

/** A time of day at the brokerage. */
const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 15:00');

const dueDaySchema = dateSchema.refine(
  (day) => day >= '2000-01-01' && day < '2200-01-01',
  'must be between the years 2000 and 2199',
);

const titleSchema = textSchema(MAX_TASK_TITLE)
  .transform((title) => title.trim())
  .refine((title) => title !== '', 'Please enter a task');

/** Something to do on a day, for a client or without one (decision 047). */
const taskSchema = z.object({
  id: z.number(),
  title: z.string(),
  client_id: z.number().nullable(),
  client_name: z.string().nullable(),
  /** null: unassigned. */
  owner_agent_id: z.number().nullable(),
  /** The day at the brokerage, and the time there; null: at any time of that day. */
  due_day: z.string(),
  due_time: z.string().nullable(),
  repeat: z.enum(TASK_REPEATS).nullable(),
  /** Its day is the client's next follow-up, and its title the follow-up's text. */
  sets_follow_up: z.boolean(),
  done_at: z.string().nullable(),
  done_by: z.number().nullable(),
});
export type Task = z.output<typeof taskSchema>;

const taskFields = {
  title: titleSchema,
  client_id: idSchema.nullable(),
  owner_agent_id: idSchema.nullable(),
  due_day: dueDaySchema,
  due_time: timeSchema.nullable(),
  repeat: z.enum(TASK_REPEATS).nullable(),
  sets_follow_up: z.boolean(),
};

export const newTaskSchema = z.strictObject({
  title: taskFields.title,
  client_id: taskFields.client_id.default(null),
  /** The creator by default. */
  owner_agent_id: taskFields.owner_agent_id.optional(),
  due_day: taskFields.due_day,
  due_time: taskFields.due_time.default(null),
  repeat: taskFields.repeat.default(null),
  sets_follow_up: taskFields.sets_follow_up.default(false),
});

/** Open tasks are sorted by due date, completed ones by completion, latest first. */
export const listTasks = endpoint('GET /tasks', 'agent', {
  summary:
    'List tasks filtered by owner, client and due date: the open ones by due date, or the completed ones, latest first',
  query: z.object({
    state: z.enum(['open', 'done']).default('open'),
    owner: ownerFilterSchema.optional(),
    client_id: idSchema.optional(),
    due_from: dateSchema.optional(),
    due_to: dateSchema.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** `next` of the previous page. */
    after: textSchema(100).optional(),
  }),
  audit: { action: 'listed', of: 'task', rows: 'tasks' },
  reply: success({ tasks: z.array(taskSchema), next: z.string().nullable() }),
});

/** The client's follow-up that a task replaced; null where it set none. */
const replacedFollowUpSchema = z.strictObject({ day: dateSchema.nullable() }).nullable();

export const createTask = endpoint('POST /tasks', 'agent', {
  summary: 'Create a task, owned by its creator unless an owner is named; its day is today or later',
  body: newTaskSchema,
  status: 201,
  audit: 'own',
  reply: success({
    id: z.number(),
    task: taskSchema,
    follow_up_was: replacedFollowUpSchema,
  }),
});

export const updateTask = endpoint('PUT /tasks/:id', 'agent', {
  summary: 'Change an open task, or reassign it; its day may be in the past',
  body: z.strictObject(taskFields).partial(),
  audit: 'own',
  reply: success({ task: taskSchema }),
});

export const finishTask = endpoint('POST /tasks/:id/done', 'agent', {
  summary: 'Mark a task as done, which creates the next one where it repeats; 409 when it is already done',
  /** `next`: the following task. */
  audit: 'own',
  reply: success({ task: taskSchema, next: taskSchema.nullable() }),
});

export const reopenTask = endpoint('POST /tasks/:id/reopen', 'agent', {
  summary:
    'Reopen a completed task, and remove the next one if it was not changed; with `done_at`, 409 when it was completed again since',
  query: z.object({ done_at: textSchema(40).optional() }),
  audit: 'own',
  reply: success({ task: taskSchema }),
});

export const deleteTask = endpoint('DELETE /tasks/:id', 'agent', {
  needsReauthentication: { never: 'daily work; the title stays in the audit log' },
  summary: 'Delete a task; future repeats are also deleted',
  reply: doneReply,
});

export const undoCreateTask = endpoint('POST /tasks/:id/undo', 'agent', {
  summary: 'Undo the creation of a task, also in the client’s follow-up; 409 when the task was changed since',
  body: z.strictObject({ follow_up_was: replacedFollowUpSchema }),
  audit: 'own',
  reply: doneReply,
});
