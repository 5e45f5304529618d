import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { confirmedBody, idSchema, textSchema, webAddressSchema } from '../schemas.ts';

const UPLOAD_LIMIT = 260 * 1024 * 1024;

/** A client document (0§3). `file_url` is a signed URL that works for a few minutes. */
const documentSchema = z.object({
  id: z.number(),
  client_id: z.number().nullable(),
  session_form_id: z.number().nullable(),
  file_name: z.string(),
  file_url: webAddressSchema,
  file_size: z.number(),
  mime_type: z.string(),
  uploaded_at: z.string(),
  uploaded_by: z.string().nullable(),
  status: z.string(),
  folder: z.string(),
  signed: z.boolean(),
  /** The completed PDF of a signed form; only an owner may delete it (decisions O5). */
  is_sealed: z.boolean(),
  notes: z.string(),
});
export type ClientDocument = z.output<typeof documentSchema>;

export const listClientDocuments = endpoint('GET /clients/:id/documents', 'agent', {
  summary: 'List a client’s documents, newest first',
  audit: { action: 'opened', of: 'client' },
  reply: success({ documents: z.array(documentSchema) }),
});

export const getDocument = endpoint('GET /documents/:id', 'agent', {
  summary: 'Get one document with a signed address of its file',
  audit: { action: 'opened', of: 'document' },
  reply: success({ document: documentSchema, data: documentSchema }),
});

export const updateDocument = endpoint('PATCH /documents/:id', 'agent', {
  summary: 'Change name, folder, notes, status or the signed flag',
  body: z
    .strictObject({
      file_name: textSchema(200).trim().min(1, 'must not be blank'),
      folder: textSchema(200).trim(),
      notes: textSchema(100_000),
      status: textSchema(100).trim(),
      signed: z.boolean(),
    })
    .partial(),
  audit: { action: 'opened', of: 'document' },
  reply: success({ document: documentSchema, data: documentSchema }),
});

export const deleteDocument = endpoint('DELETE /documents/:id', 'agent', {
  summary:
    'Delete a document and its file; only an owner can delete the finished PDF of a form, with its name as confirm_title (decisions O5)',
  needsReauthentication: true,
  body: confirmedBody,
  reply: doneReply,
});

export const uploadDocuments = endpoint('POST /upload/:clientId', 'agent', {
  summary:
    'Add documents: multipart documents (or documents[]), status, folder, signed, notes; 25 MB per file',
  transport: 'multipart',
  bodyLimit: UPLOAD_LIMIT,
  params: z.object({ clientId: idSchema }),
  status: 201,
  audit: 'own',
  reply: success({ files: z.array(documentSchema) }),
  rateLimit: { max: 120, seconds: 60 },
});

/** A stored file by its signed URL; supports HEAD and ranges, changes nothing. */
export const readFile = endpoint('GET /files/:ticket/:name', 'public', {
  summary: 'Get the file behind a signed, short-lived address; 403 for altered or expired ones',
  transport: 'stream',
  params: z.object({ ticket: z.string(), name: z.string() }),
  reply: z.unknown(),
});
