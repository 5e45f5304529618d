import { z } from 'zod';
import { endpoint, success } from '../../endpoint.ts';
import { MAX_REQUESTED_DOCUMENTS, REQUESTED_DOCUMENT_STATUSES } from '../../rules.ts';
import { idSchema, textSchema, webAddressSchema } from '../../schemas.ts';
import { submissionSchema } from '../schemas.ts';

const MAX_DOCUMENT_NOTES = 1000;

/** What a client sent for a requested document. `file_url` is a signed URL that works for a few minutes. */
const sentFileSchema = z.object({
  id: z.number(),
  file_name: z.string(),
  file_size: z.number(),
  mime_type: z.string(),
  file_url: webAddressSchema,
  uploaded_at: z.string(),
});
export type SentFile = z.output<typeof sentFileSchema>;

/** One document of a request. */
const requestedDocumentSchema = z.object({
  id: z.number(),
  name: z.string(),
  notes: z.string(),
  folder: z.string(),
  status: z.enum(REQUESTED_DOCUMENT_STATUSES),
  /** Why an agent needs another file; '' for every other status. */
  reason: z.string(),
  files: z.array(sentFileSchema),
});
export type RequestedDocument = z.output<typeof requestedDocumentSchema>;

const createDocumentRequestSchema = z.strictObject({
  client_id: idSchema,
  /** The client's session in which the request becomes a step. */
  session_id: idSchema.optional(),
  documents: z
    .array(
      z.strictObject({
        name: textSchema(120).trim().min(1, 'Enter the name of the document'),
        notes: textSchema(MAX_DOCUMENT_NOTES).trim().default(''),
        folder: textSchema(200).trim().default(''),
      }),
    )
    .min(1, 'Add at least one document')
    .max(MAX_REQUESTED_DOCUMENTS, `Add at most ${MAX_REQUESTED_DOCUMENTS} documents`),
});

export const createDocumentRequest = endpoint('POST /document-requests', 'agent', {
  summary:
    'Request documents from a client, alone or in a session; the link is that of its form (decision 112)',
  body: createDocumentRequestSchema,
  status: 201,
  audit: 'own',
  reply: success({ id: z.number(), data: submissionSchema }),
});

export const listRequestedDocuments = endpoint('GET /sessionforms/:id/requested-documents', 'agent', {
  summary: 'List the documents of a request, with what the client has sent',
  audit: { action: 'answers_read', of: 'session_form' },
  reply: success({ data: z.array(requestedDocumentSchema) }),
});

/** Decides about every document that is not decided yet. */
export const reviewRequestedDocuments = endpoint(
  'POST /sessionforms/:id/requested-documents/review',
  'agent',
  {
    summary:
      'Accept sent documents, which become documents of the client, or request them again with a reason; 409 `conflict` if they changed',
    body: z.strictObject({
      decisions: z
        .array(
          z.strictObject({
            id: idSchema,
            decision: z.enum(['accept', 'again', 'not_needed']),
            reason: textSchema(500).trim().default(''),
          }),
        )
        .min(1)
        .max(MAX_REQUESTED_DOCUMENTS),
    }),
    audit: 'own',
    reply: success({ message: z.string(), is_reopened: z.boolean() }),
  },
);
