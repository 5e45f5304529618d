import { z } from 'zod';
import { answer, endpoint } from '../../endpoint.ts';
import { textSchema } from '../../schemas.ts';

const wireValue = z.union([z.string(), z.number(), z.null()]);

/** One client field of which a form says something else; null stands for nothing, secrets are masks. */
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
    summary: 'Where a submitted form says something else than the record of its client; else nothing',
    audit: { action: 'answers_read', of: 'session_form' },
    reply: answer({ data: z.array(answerDifferenceSchema) }),
  },
);

export const applyAnswers = endpoint('applyAnswers', 'POST /sessionforms/:id/take-over', 'agent', {
  summary: 'Take answers into the client record; fields that already agree stay as they are',
  body: z.strictObject({ fields: z.array(textSchema(100)).min(1).max(200) }),
  audit: 'own',
  reply: answer({ message: z.string(), taken: z.array(z.string()) }),
});
