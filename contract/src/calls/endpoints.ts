import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { CALL_KINDS, CALL_OUTCOMES, callTextError, MAX_CALL_TEXT } from '../rules.ts';
import { dateSchema, textSchema } from '../schemas.ts';

/** A call, text, meeting or note about one client, on one line (decision 050). */
const callSchema = z.object({
  id: z.number(),
  client_id: z.number(),
  kind: z.enum(CALL_KINDS),
  /** null: none, as for a note. */
  outcome: z.enum(CALL_OUTCOMES).nullable(),
  text: z.string(),
  /** The next follow-up that was set with it. */
  follow_up_on: z.string().nullable(),
  /** Who logged it, and when. */
  agent_id: z.number().nullable(),
  at: z.string(),
});
export type Call = z.output<typeof callSchema>;

const callFields = {
  kind: z.enum(CALL_KINDS),
  outcome: z.enum(CALL_OUTCOMES).nullable().default(null),
  text: textSchema(MAX_CALL_TEXT)
    .default('')
    .transform((text) => text.trim()),
};

/** The entry as the editor last saw it. */
const seenSchema = z.strictObject({
  kind: z.enum(CALL_KINDS),
  outcome: z.enum(CALL_OUTCOMES).nullable(),
  text: z.string(),
  follow_up_on: dateSchema.nullable(),
});

/** A note has no outcome; any other entry needs a text or an outcome. */
function checkCall(call: Parameters<typeof callTextError>[0], ctx: z.RefinementCtx): void {
  const message = callTextError(call);
  if (message) ctx.addIssue({ code: 'custom', path: ['text'], message });
  if (call.kind === 'note' && call.outcome !== null)
    ctx.addIssue({ code: 'custom', path: ['outcome'], message: 'a note has no outcome' });
}

export const logCall = endpoint('POST /clients/:id/calls', 'agent', {
  summary:
    'Log a call, text, meeting or note of a client; `follow_up_on`, today or later, sets the next follow-up',
  body: z
    .strictObject({ ...callFields, follow_up_on: dateSchema.nullable().default(null) })
    .superRefine(checkCall),
  status: 201,
  audit: 'own',
  reply: success({ id: z.number(), call: callSchema }),
});

export const updateCall = endpoint('PUT /calls/:id', 'agent', {
  summary:
    'Change a logged entry; allowed for its author and owners. Another `follow_up_on`, today or later, sets the next follow-up; with `was`, a concurrent change is never overwritten',
  body: z
    .strictObject({
      ...callFields,
      follow_up_on: dateSchema.nullable().optional(),
      was: seenSchema.optional(),
    })
    .superRefine(checkCall),
  audit: 'own',
  reply: success({ call: callSchema }),
});

export const deleteCall = endpoint('DELETE /calls/:id', 'agent', {
  needsReauthentication: { never: 'daily work; the text stays in the audit log' },
  summary: 'Delete a logged entry; allowed for its author and owners. The follow-up stays',
  audit: 'own',
  reply: doneReply,
});
