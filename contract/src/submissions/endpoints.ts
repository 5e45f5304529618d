import { z } from 'zod';
import { answer, doneAnswer, endpoint } from '../endpoint.ts';
import { idParams, idSchema, textSchema } from '../schemas.ts';
import { submissionRowSchema, submissionSchema } from './schemas.ts';

/** A template's number or its form link id (decisions A21). */
export const templateKeySchema = textSchema(200).trim().min(1);

export const listClientSubmissions = endpoint({
  name: 'listClientSubmissions',
  method: 'GET',
  path: '/clients/:id/forms',
  access: 'agent',
  summary: 'Submissions of one client, newest first',
  params: idParams,
  reply: answer({ data: z.array(submissionRowSchema) }),
});

export const listTemplateSubmissions = endpoint({
  name: 'listTemplateSubmissions',
  method: 'GET',
  path: '/sessionforms/form/:id',
  access: 'agent',
  summary: 'Submissions of one template, by number or form link id; the newest 1,000',
  params: z.object({ id: templateKeySchema }),
  reply: answer({ data: z.array(submissionRowSchema), sessionForms: z.array(submissionRowSchema) }),
});

export const listSessionSubmissions = endpoint({
  name: 'listSessionSubmissions',
  method: 'GET',
  path: '/sessionforms/session/:id',
  access: 'agent',
  summary: 'The forms of one session in their order',
  params: idParams,
  reply: answer({ sessionForms: z.array(submissionRowSchema) }),
});

export const getSubmission = endpoint({
  name: 'getSubmission',
  method: 'GET',
  path: '/sessionforms/:id',
  access: 'agent',
  summary: 'One submission with its answers, secrets as masks',
  params: idParams,
  reply: answer({ data: submissionSchema }),
});

export const getCompleteSubmission = endpoint({
  name: 'getCompleteSubmission',
  method: 'GET',
  path: '/sessionforms/:id/complete',
  access: 'agent',
  summary: 'One submission with answers and client fields; changes nothing (decisions A19)',
  params: idParams,
  reply: answer({ data: submissionSchema }),
});

/** What an agent may change; `client_id` links an unlinked submission to a client (1§1). */
export const updateSubmissionSchema = z
  .strictObject({
    title: textSchema(300).trim().min(1, 'must not be blank'),
    folder: textSchema(200).trim().nullable(),
    notes: textSchema(100_000),
    order_index: z.number().int().min(0).max(1_000_000),
    client_id: idSchema,
  })
  .partial();

export const updateSubmission = endpoint({
  name: 'updateSubmission',
  method: 'PUT',
  path: '/sessionforms/:id',
  access: 'agent',
  summary: 'Change the fields sent, leave the others as they are',
  isSecret: true,
  params: idParams,
  body: updateSubmissionSchema,
  reply: answer({ data: submissionSchema }),
});

export const readSubmission = endpoint({
  name: 'readSubmission',
  method: 'POST',
  path: '/sessionforms/:id/read',
  access: 'agent',
  summary: 'Marks a submission as read; the first reader counts (decisions H9)',
  params: idParams,
  reply: answer({ read_at: z.string() }),
});

export const revealSubmissionField = endpoint({
  name: 'revealSubmissionField',
  method: 'POST',
  path: '/sessionforms/:id/reveal',
  access: 'agent',
  summary: 'One masked answer in plain text; every reveal is logged',
  isSecret: true,
  params: idParams,
  body: z.strictObject({ field: textSchema(100) }),
  reply: answer({ field: z.string(), value: z.string().nullable() }),
  rateLimit: { max: 30, seconds: 60 },
});

export const deleteSubmission = endpoint({
  name: 'deleteSubmission',
  method: 'DELETE',
  path: '/sessionforms/:id',
  access: 'agent',
  summary: 'Delete a submission for good, with its links (decisions H19)',
  params: idParams,
  reply: doneAnswer,
});

export const unlinkSubmissionFromSession = endpoint({
  name: 'unlinkSubmissionFromSession',
  method: 'PUT',
  path: '/sessionforms/:id/unlink-session',
  access: 'agent',
  summary: 'Take a submission out of its session; its data stays',
  params: idParams,
  reply: doneAnswer,
});

export const unlinkSubmissionFromClient = endpoint({
  name: 'unlinkSubmissionFromClient',
  method: 'PUT',
  path: '/sessionforms/:id/unlink-client',
  access: 'agent',
  summary: 'Take a submission away from its client; only outside a session (decisions H20)',
  params: idParams,
  reply: doneAnswer,
});

export const SUBMISSION_ENDPOINTS = [
  listClientSubmissions,
  listTemplateSubmissions,
  listSessionSubmissions,
  getSubmission,
  getCompleteSubmission,
  updateSubmission,
  readSubmission,
  revealSubmissionField,
  deleteSubmission,
  unlinkSubmissionFromSession,
  unlinkSubmissionFromClient,
];
