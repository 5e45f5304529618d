import { z } from 'zod';
import { doneReply, endpoint, success } from '../../endpoint.ts';
import { idSchema, textSchema } from '../../schemas.ts';

const wireValue = z.union([z.string(), z.number(), z.null()]);

/** One client field for which a form has a different value; null means empty, secrets are masks. */
const answerDifferenceSchema = z.object({
  field: z.string(),
  label: z.string(),
  client_value: wireValue,
  form_value: wireValue,
  is_secret: z.boolean(),
  /** Differences with the same key are applied together: one person replaces another. */
  together: z.string().nullable(),
});
export type AnswerDifference = z.output<typeof answerDifferenceSchema>;

export const listAnswerDifferences = endpoint('GET /sessionforms/:id/differences', 'agent', {
  summary: 'List where a submitted form differs from the record of its client',
  audit: { action: 'answers_read', of: 'session_form' },
  reply: success({ data: z.array(answerDifferenceSchema) }),
});

/** The most client fields that one form can set. */
const MAX_FIELDS = 200;

/** A difference as the agent compared it; another stored value is a conflict. */
const comparedAnswerSchema = z.strictObject({
  field: textSchema(100),
  client_value: wireValue,
  form_value: wireValue,
});
export type ComparedAnswer = z.output<typeof comparedAnswerSchema>;

export const applyAnswers = endpoint('POST /sessionforms/:id/take-over', 'agent', {
  summary:
    'Apply answers to the client record, all or nothing; details.cells of a conflict has the fields that changed since they were compared',
  body: z.strictObject({
    /** The client whose record was compared. */
    client_id: idSchema,
    fields: z.array(textSchema(100)).min(1).max(MAX_FIELDS),
    compared: z.array(comparedAnswerSchema).max(MAX_FIELDS),
  }),
  audit: 'own',
  reply: success({ message: z.string(), taken: z.array(z.string()) }),
});

export const updateAnswerDifferences = endpoint('PUT /sessionforms/:id/differences', 'agent', {
  summary: 'Dismiss the differences of a form as not needed, so that it leaves Today; or undo that',
  body: z.strictObject({ client_id: idSchema, is_dismissed: z.boolean() }),
  reply: doneReply,
});
