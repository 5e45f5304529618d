import { z } from 'zod';
import { clientContactSchema } from '../../agents/contact/client-contact.ts';
import { doneReply, endpoint, success } from '../../endpoint.ts';
import { LANGUAGES } from '../../languages.ts';
import { REQUESTED_DOCUMENT_STATUSES } from '../../rules.ts';
import { idSchema } from '../../schemas.ts';

/** A file as its sender sees it. Its content is never returned: others may hold the link. */
const addedFileSchema = z.object({ id: z.number(), file_name: z.string(), file_size: z.number() });
export type AddedFile = z.output<typeof addedFileSchema>;

const clientDocumentRequestSchema = z.object({
  brokerage: z.string(),
  agent_name: z.string().nullable(),
  contact: clientContactSchema,
  /** The client's preferred language, if the public pages support it. */
  language: z.enum(LANGUAGES).nullable(),
  expires_at: z.string(),
  expires_soon: z.boolean(),
  documents: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      notes: z.string(),
      status: z.enum(REQUESTED_DOCUMENT_STATUSES),
      reason: z.string(),
      files: z.array(addedFileSchema),
    }),
  ),
});
export type ClientDocumentRequest = z.output<typeof clientDocumentRequestSchema>;
export type ClientRequestedDocument = ClientDocumentRequest['documents'][number];

export const getDocumentRequest = endpoint('GET /secure-access/documents', 'form_token', {
  summary: 'List the documents that the link requests, and the files added so far',
  reply: success({ data: clientDocumentRequestSchema }),
  rateLimit: { max: 120, seconds: 60 },
});

const FILE_BODY_LIMIT = 26 * 1024 * 1024;

export const addRequestedFile = endpoint('POST /secure-access/documents/:id/files', 'form_token', {
  summary:
    'Add one file to a requested document: multipart documents; at most 25 MB, of a type that agents may upload',
  transport: 'multipart',
  bodyLimit: FILE_BODY_LIMIT,
  status: 201,
  reply: success({ file: addedFileSchema }),
  rateLimit: { max: 60, seconds: 60 },
});

export const removeRequestedFile = endpoint(
  'DELETE /secure-access/documents/:id/files/:fileId',
  'form_token',
  {
    needsReauthentication: { never: 'the client removes a file that they have not sent yet' },
    summary: 'Remove a file that has not been sent yet',
    params: z.object({ id: idSchema, fileId: idSchema }),
    reply: doneReply,
    rateLimit: { max: 120, seconds: 60 },
  },
);

export const sendRequestedDocuments = endpoint('POST /secure-access/documents/send', 'form_token', {
  summary:
    'Send the added files to the agent; nothing can be changed until an agent requests a document again',
  reply: success({ submitted_at: z.string() }),
  rateLimit: { max: 60, seconds: 60 },
});
