import { z } from 'zod';
import { answer, endpoint } from '../../endpoint.ts';
import { textSchema } from '../../schemas.ts';

const wireValue = z.union([z.string(), z.number(), z.null()]);

/** One client field for which a form has a different value; null means empty, secrets are masks. */
const answerDifferenceSchema = z.object({
  field: z.string(),
  label: z.string(),
  client_value: wireValue,
  form_value: wireValue,
  is_secret: z.boolean(),
});
export type AnswerDifference = z.output<typeof answerDifferenceSchema>;

export const listAnswerDifferences = endpoint(
  'listAnswerDifferences',
  'GET /sessionforms/:id/differences',
  'agent',
  {
    summary: 'Where a submitted form differs from the record of its client',
    audit: { action: 'answers_read', of: 'session_form' },
    reply: answer({ data: z.array(answerDifferenceSchema) }),
  },
);

export const applyAnswers = endpoint('applyAnswers', 'POST /sessionforms/:id/take-over', 'agent', {
  summary: 'Apply answers to the client record; fields that already agree stay unchanged',
  body: z.strictObject({ fields: z.array(textSchema(100)).min(1).max(200) }),
  audit: 'own',
  reply: answer({ message: z.string(), taken: z.array(z.string()) }),
});
