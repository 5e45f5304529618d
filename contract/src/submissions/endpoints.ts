import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { DIRECTIONS, MODIFIED_FILTERS, SUBMISSION_SORTS } from '../lists.ts';
import { FORM_STATUSES, FORM_TYPES, SUBMISSION_CATEGORIES } from '../rules.ts';
import {
  confirmedBody,
  filterSchema,
  idSchema,
  reasonSchema,
  textSchema,
  thenBySchema,
  truncatedSchema,
  webAddressSchema,
} from '../schemas.ts';
import { submissionRowSchema, submissionSchema } from './schemas.ts';

/** A template's number or its form link id (decisions A21). */
const templateKeySchema = textSchema(200).trim().min(1);

export const listClientSubmissions = endpoint('GET /clients/:id/forms', 'agent', {
  summary: 'List the newest 1,000 submissions of one client, newest first',
  audit: { action: 'opened', of: 'client' },
  reply: success({ data: z.array(submissionRowSchema), truncated: truncatedSchema }),
});

export const listTemplateSubmissions = endpoint('GET /sessionforms/form/:id', 'agent', {
  summary: 'List the newest 1,000 submissions of one template, by number or form link id',
  params: z.object({ id: templateKeySchema }),
  audit: { action: 'listed', of: 'session_form', rows: 'data' },
  reply: success({
    data: z.array(submissionRowSchema),
    sessionForms: z.array(submissionRowSchema),
    truncated: truncatedSchema,
  }),
});

export const listSessionSubmissions = endpoint('GET /sessionforms/session/:id', 'agent', {
  summary: 'List the first 1,000 forms of one session in their order',
  audit: { action: 'opened', of: 'session' },
  reply: success({ sessionForms: z.array(submissionRowSchema), truncated: truncatedSchema }),
});

export const getSubmission = endpoint('GET /sessionforms/:id', 'agent', {
  summary: 'Get a submission with its answers, secrets as masks',
  audit: { action: 'answers_read', of: 'session_form' },
  reply: success({ data: submissionSchema }),
});

export const getCompleteSubmission = endpoint('GET /sessionforms/:id/complete', 'agent', {
  summary: 'Get one submission with answers and client fields; changes nothing (decisions A19)',
  audit: { action: 'answers_read', of: 'session_form' },
  reply: success({ data: submissionSchema }),
});

/**
 * A template placed in a session or with a client (`form_id`, or `source_template_id` as in 1§7), or a custom form with its own type and
 * title (SU-091). Fields that are left out are copied from the template. The same template twice in one session returns 409 (decisions
 * G13). A custom form without a source can be tracked, not opened: "Form source not configured".
 */
export const createSubmissionSchema = z.strictObject({
  session_id: idSchema.nullable().optional(),
  client_id: idSchema.nullable().optional(),
  form_id: idSchema.nullable().optional(),
  source_template_id: z
    .union([z.number().int().positive().transform(String), textSchema(200)])
    .nullable()
    .optional(),
  title: textSchema(300).trim().min(1, 'must not be blank').optional(),
  type: textSchema(40).trim().optional(),
  form_link_id: textSchema(200).nullable().optional(),
  notes: textSchema(100_000).optional(),
  status: z.enum(FORM_STATUSES).optional(),
  order_index: z.number().int().min(0).max(1_000_000).optional(),
  next_signer_role: textSchema(40).nullable().optional(),
  pending_advisor_signature: z.boolean().optional(),
  pending_client_signature: z.boolean().optional(),
  folder: textSchema(200).trim().nullable().optional(),
  /** The target of a Link form; stored as embedded_url. */
  external_url: z
    .url({ protocol: /^https?$/, error: 'must be a web address such as https://example.com' })
    .optional(),
});

/**
 * What an agent may change: the fields of `createSubmission` (decisions O13). `client_id` links an unlinked submission to a client (1§1),
 * `session_id` puts it into a session of the same client. Its template, type and link id are accepted only unchanged; signers and status
 * can be set manually only while no one has signed and the form has no open envelope.
 */
export const updateSubmissionSchema = createSubmissionSchema.partial();

export const updateSubmission = endpoint('PUT /sessionforms/:id', 'agent', {
  summary: 'Change the given fields and leave the others unchanged',
  isSecret: true,
  body: updateSubmissionSchema,
  audit: { action: 'answers_read', of: 'session_form' },
  reply: success({ data: submissionSchema }),
});

export const readSubmission = endpoint('POST /sessionforms/:id/read', 'agent', {
  summary: 'Mark a submission as read; the first reader counts (decisions H9)',
  reply: success({ read_at: z.string() }),
});

export const revealSubmissionField = endpoint('POST /sessionforms/:id/reveal', 'agent', {
  summary: 'Get one masked answer in plain text; every reveal is logged',
  isSecret: true,
  body: z.strictObject({ field: textSchema(100), reason: reasonSchema }),
  reply: success({ field: z.string(), value: z.string().nullable() }),
  rateLimit: { max: 30, seconds: 60 },
});

export const deleteSubmission = endpoint('DELETE /sessionforms/:id', 'agent', {
  summary:
    'Delete permanently (decisions H19). Only owners can delete a completed or signed form, with confirm_title (decisions O5)',
  needsReauthentication: true,
  body: confirmedBody,
  reply: doneReply,
});

export const unlinkSubmissionFromSession = endpoint('PUT /sessionforms/:id/unlink-session', 'agent', {
  needsReauthentication: { never: 'the form stays and can be linked again' },
  summary: 'Remove a submission from its session; its data stays',
  reply: doneReply,
});

export const unlinkSubmissionFromClient = endpoint('PUT /sessionforms/:id/unlink-client', 'agent', {
  needsReauthentication: { never: 'the form stays and can be linked again' },
  summary: 'Unlink a submission from its client; only outside a session (decisions H20)',
  reply: doneReply,
});

export const createSubmission = endpoint('POST /sessionforms', 'agent', {
  summary: 'Add a form to a session or client',
  body: createSubmissionSchema,
  status: 201,
  audit: 'own',
  reply: success({ id: z.number(), data: submissionSchema, sessionForm: submissionSchema }),
});

export const listSubmissions = endpoint('GET /sessionforms', 'agent', {
  summary: 'List all submissions with search, filters, order and pages; last changed first unless sorted',
  query: z.object({
    /** Title, names, email, phone. */
    q: textSchema(200).trim().default(''),
    form_id: idSchema.optional(),
    category: z.enum(SUBMISSION_CATEGORIES).optional(),
    type: z.enum(FORM_TYPES).optional(),
    modified: z.enum(MODIFIED_FILTERS).optional(),
    filter: filterSchema.optional(),
    sort: z.enum(SUBMISSION_SORTS).default('changed'),
    direction: z.enum(DIRECTIONS).default('desc'),
    then_by: thenBySchema(SUBMISSION_SORTS).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    page_size: z.coerce.number().int().min(1).max(200).default(24),
  }),
  isHot: true,
  audit: { action: 'listed', of: 'session_form', rows: 'data', text: ['q'] },
  reply: success({ data: z.array(submissionRowSchema), total: z.number() }),
});

export const downloadSubmission = endpoint('GET /sessionforms/:id/download', 'agent', {
  needsReauthentication: { never: 'one document, logged before it is sent' },
  summary: 'Download the signed PDF, or the answers of a web form; only when complete (decisions A18)',
  transport: 'stream',
  audit: 'own',
  reply: z.unknown(),
});

export const readSubmissionPdf = endpoint('GET /sessionforms/:id/pdf', 'agent', {
  needsReauthentication: { never: 'one document, logged before it is sent' },
  summary: 'View the current file inline: signed so far, attached, answers of a web form, or preview',
  transport: 'stream',
  audit: { action: 'file_read', of: 'session_form' },
  reply: z.unknown(),
});

const signedFileSchema = z.object({
  signed_url: webAddressSchema,
  file_name: z.string(),
  mime_type: z.string(),
  /** Every required signature is present. */
  is_complete: z.boolean(),
});

export const getSubmissionDocument = endpoint('GET /sessionforms/:id/document', 'agent', {
  summary: 'Get a short-lived signed address of the same file',
  audit: 'none',
  reply: success({ document: signedFileSchema }),
});

export const attachSubmissionDocument = endpoint('POST /sessionforms/:id/document', 'agent', {
  summary: 'Attach a PDF to a PDF form, replacing the previous one',
  transport: 'multipart',
  bodyLimit: 26 * 1024 * 1024,
  status: 201,
  audit: 'own',
  reply: success({ document: signedFileSchema }),
});

export const removeSubmissionDocument = endpoint('DELETE /sessionforms/:id/document', 'agent', {
  needsReauthentication: true,
  summary: 'Remove the attached PDF; a signed document cannot be removed from its form',
  reply: doneReply,
});

/** For the holder of a form's document_access_token; no agent token needed (SU-104). */
export const getPublicFormDocument = endpoint('GET /public/form-documents/:documentAccessToken', 'public', {
  summary: 'Get a short-lived signed address of a form’s finished document',
  params: z.object({ documentAccessToken: textSchema(200) }),
  reply: success({ document: signedFileSchema }),
  rateLimit: { max: 60, seconds: 60 },
});
