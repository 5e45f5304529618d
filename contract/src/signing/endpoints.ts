import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { LANGUAGES } from '../languages.ts';
import { draftSaveSchema, idSchema, textSchema, webAddressSchema } from '../schemas.ts';
import { localizedSchema } from '../submissions/form-names.ts';
import { itemizedCostsSchema } from '../templates/schemas.ts';
import { savedSignatureSchema, signatureSchema } from './signature.ts';

const MEBIBYTE = 1024 * 1024;

export const ESIGN_SIGNERS = ['advisor', 'client'] as const;
export type EsignSignerRole = (typeof ESIGN_SIGNERS)[number];

/** ready: it is this signer's turn; waiting: another signs first; the others are final. */
const SIGNING_STATES = ['ready', 'waiting', 'signed', 'completed', 'declined', 'voided'] as const;
export type SigningState = (typeof SIGNING_STATES)[number];

export const SIGNING_FIELD_KINDS = ['signature', 'date', 'name', 'checkbox', 'list', 'text'] as const;

/** One field of the document; the rectangle is in points from the page's top left corner. */
const signingFieldSchema = z.object({
  name: z.string(),
  kind: z.enum(SIGNING_FIELD_KINDS),
  label: z.string(),
  /** From 0. */
  page: z.number(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** This signer fills it in; other fields are already drawn into the document. */
  is_mine: z.boolean(),
  /** The field belongs to this signer. With `is_mine` alone, it belongs to the other signer, and this one may prefill it. */
  is_own: z.boolean(),
  required: z.boolean(),
  value: z.union([z.string(), z.boolean()]).nullable(),
  options: z.array(z.string()),
  multiline: z.boolean(),
});
export type SigningField = z.output<typeof signingFieldSchema>;

/** What one signer sees; amounts in dollars. */
const signingSchema = z.object({
  state: z.enum(SIGNING_STATES),
  signer: z.enum(ESIGN_SIGNERS),
  signer_name: z.string(),
  title: z.string(),
  /** In the client's language (decisions O11); the document itself is in its original language. */
  titles: localizedSchema,
  brokerage: z.string(),
  agent_name: z.string().nullable(),
  language: z.enum(LANGUAGES).nullable(),
  session_form_id: z.number(),
  /** A short-lived URL of the document's current state, with the other signer's entries drawn in. */
  document_url: z.string(),
  pages: z.array(z.object({ width: z.number(), height: z.number() })),
  fields: z.array(signingFieldSchema),
  pricing: z.object({
    base_cost: z.number(),
    include_sales_tax: z.boolean(),
    itemized_costs: itemizedCostsSchema.nullable(),
    final_form_total: z.number(),
  }),
  return_url: z.string(),
  expires_at: z.string(),
  /** When this signer's unfinished entries were last saved; they are the values of the fields. */
  last_saved: z.string().nullable(),
  /** The version of those entries; see `saveSigningProgress`. */
  version: z.number(),
  /** The advisor's saved signature, for signing with one click; null for clients and where none is saved (decision 113). */
  saved_signature: savedSignatureSchema.nullable(),
});
export type Signing = z.output<typeof signingSchema>;

export const openSigning = endpoint('GET /esign/signing', 'signing_token', {
  summary: 'Get the document with the fields of one signer; only records that it was viewed',
  reply: success({ data: signingSchema }),
  isSecret: true,
});

export const readSigningDocument = endpoint('GET /esign/signing/document/:ticket', 'public', {
  summary: 'Get the current document, for the holder of a signing ticket; 401 for altered or expired ones',
  transport: 'stream',
  params: z.object({ ticket: z.string().max(4000) }),
  reply: z.unknown(),
});

/** Field name → the signer's entry. */
export const signingValuesSchema = z.record(textSchema(200), z.union([z.boolean(), textSchema(5000)]));

export const saveSigningProgress = endpoint('PUT /esign/signing/progress', 'signing_token', {
  summary: 'Save new entries; the newest entry of each field wins. Signing or declining deletes them',
  bodyLimit: 2 * MEBIBYTE,
  isSecret: true,
  /** Without `draft`, every value is written, and an empty text leaves the saved one unchanged. */
  body: z.strictObject({ values: signingValuesSchema, draft: draftSaveSchema.optional() }),
  reply: success({
    last_saved: z.string().nullable(),
    version: z.number(),
    /** What this signer saved on other devices since the version that this device displays. */
    values: signingValuesSchema,
  }),
  rateLimit: { max: 30, seconds: 60 },
});

export const submitSigning = endpoint('POST /esign/signing', 'signing_token', {
  summary: 'Sign, once: consent to electronic records, field values, signature',
  bodyLimit: 2 * MEBIBYTE,
  isSecret: true,
  body: z.strictObject({
    consent: z.literal(true, 'is needed to sign electronically'),
    language: z.enum(LANGUAGES).default('en'),
    /** `saved`: the id of the advisor's saved signature that they adopt for this document. */
    signature: z.union([signatureSchema, z.strictObject({ saved: idSchema })]),
    values: signingValuesSchema,
  }),
  reply: success({ state: z.enum(SIGNING_STATES), return_url: z.string() }),
  rateLimit: { max: 30, seconds: 60 },
});

export const declineSigning = endpoint('POST /esign/signing/decline', 'signing_token', {
  summary: 'Decline to sign; the form is not complete (decisions J7)',
  body: z.strictObject({ reason: textSchema(1000).trim().default('') }),
  reply: success({ state: z.enum(SIGNING_STATES), return_url: z.string() }),
  rateLimit: { max: 10, seconds: 60 },
});

/**
 * Where the signer signs (1§7). `id` is the session form's number or an envelope id (decisions A20); the first call creates the envelope.
 * 403 for an agent who is not an advisor (decisions B8).
 */
export const openEnvelope = endpoint('POST /docusign/envelopes/:id', 'agent', {
  summary: 'Create the envelope of a form if necessary and return the URL where the advisor signs',
  params: z.object({ id: textSchema(200) }),
  query: z.object({ signer: z.enum(ESIGN_SIGNERS).default('advisor') }),
  reply: success({ embedded_url: webAddressSchema, envelopeId: z.string() }),
  isSecret: true,
});

export const voidEnvelope = endpoint('POST /docusign/envelopes/:id/void', 'agent', {
  needsReauthentication: true,
  summary: 'Void the envelope of a session form; only while Sent or Delivered (1§4)',
  body: z.strictObject({ reason: textSchema(1000).trim().min(1, 'must not be blank') }),
  reply: doneReply,
});

export const listEnvelopeDocuments = endpoint('GET /docusign/envelopes/:envelopeId/documents', 'agent', {
  summary: 'List the documents of an envelope',
  params: z.object({ envelopeId: textSchema(200) }),
  audit: 'none',
  reply: success({ documents: z.array(z.object({ documentId: z.string(), name: z.string() })) }),
});

export const getEnvelopeDocument = endpoint(
  'GET /docusign/envelopes/:envelopeId/documents/:documentId',
  'agent',
  {
    needsReauthentication: { never: 'one document, logged before it is sent' },
    summary: 'Get one document of an envelope as PDF, with the signatures so far',
    transport: 'stream',
    params: z.object({ envelopeId: textSchema(200), documentId: textSchema(200) }),
    audit: { action: 'file_read', of: 'envelope', param: 'envelopeId' },
    reply: z.unknown(),
  },
);

/** The state after querying the provider (1§7); `changed` is false when nothing was new (ES-037). */
const refreshedReply = success({
  status: z.string(),
  changed: z.boolean(),
  advisor_signed_at: z.string().nullable(),
  client_signed_at: z.string().nullable(),
  has_advisor_signature: z.boolean(),
  has_client_signature: z.boolean(),
  pending_advisor_signature: z.boolean(),
  pending_client_signature: z.boolean(),
  next_signer_role: z.string().nullable(),
  voided_at: z.string().nullable(),
  /** When the provider last reported it; null without an envelope. */
  checked_at: z.string().nullable(),
  /** The provider's rate limit was reached: this is the state at `checked_at`. */
  is_from_memory: z.boolean(),
});

export const refreshSubmissionStatus = endpoint('POST /sessionforms/:id/refresh-status', 'agent', {
  summary: 'Query the e-signature provider for the form’s state',
  audit: 'none',
  reply: refreshedReply,
});

export const refreshEnvelopeStatus = endpoint('GET /sessionforms/:id/refresh-envelope-status', 'agent', {
  summary: 'Query the provider like refresh-status; safe to repeat (decisions A19)',
  audit: 'none',
  reply: refreshedReply,
});

export const backgroundSync = endpoint('POST /sessionforms/:id/background-sync', 'agent', {
  summary: 'Start a job that queries the provider; the result is read later (decisions J4)',
  status: 202,
  reply: doneReply,
});

/** What the provider has confirmed about one signer: only that counts, not the return URL. */
const SIGNING_OUTCOMES = ['waiting', 'signed', 'declined', 'voided'] as const;
export type SigningOutcome = (typeof SIGNING_OUTCOMES)[number];

/** For the page that a signer returns to from an external signing page; `state` is our signed marker in its URL. */
export const confirmSigning = endpoint('POST /esign/return', 'public', {
  summary:
    'Get the state of a signing at the provider; with `ask`, a job queries it. 401 for altered or expired markers',
  body: z.strictObject({ state: textSchema(2000), ask: z.boolean().default(false) }),
  reply: success({
    session_form_id: z.number(),
    signer: z.enum(ESIGN_SIGNERS),
    outcome: z.enum(SIGNING_OUTCOMES),
  }),
  isSecret: true,
  rateLimit: { max: 120, seconds: 60 },
});

/** A fillable PDF of the built-in template library. */
const libraryFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  page_count: z.number(),
  signers: z.array(z.enum(ESIGN_SIGNERS)),
  checkboxes: z.number(),
  lists: z.number(),
  /** Why the file cannot be used; null when it can. */
  problem: z.string().nullable(),
  /** Sync Templates creates no template from it; a template that it created earlier stays. */
  is_archived: z.boolean(),
});
export type LibraryFile = z.output<typeof libraryFileSchema>;

export const listLibrary = endpoint('GET /esign/library', 'owner_or_developer', {
  summary: 'List the fillable PDFs that Sync Templates reads, with the reason for those it cannot use',
  audit: 'none',
  reply: success({ files: z.array(libraryFileSchema) }),
});

export const archiveLibraryFile = endpoint('POST /esign/library/:fileId/archive', 'owner_or_developer', {
  summary: 'Archive a file of the library: no new template is created from it',
  params: z.object({ fileId: textSchema(100) }),
  reply: success({ file: libraryFileSchema }),
});

export const restoreLibraryFile = endpoint('POST /esign/library/:fileId/restore', 'owner_or_developer', {
  summary: 'List an archived file of the library again',
  params: z.object({ fileId: textSchema(100) }),
  reply: success({ file: libraryFileSchema }),
});

export const uploadToLibrary = endpoint('POST /esign/library', 'owner_or_developer', {
  summary: 'Add a fillable PDF to the library; one of the same name is replaced',
  transport: 'multipart',
  bodyLimit: 26 * MEBIBYTE,
  reply: success({ file: libraryFileSchema }),
  status: 201,
});
