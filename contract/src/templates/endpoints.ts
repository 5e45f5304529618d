import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { REMINDER_MODES } from '../rules/reminders.ts';
import { ACCOUNT_NAMES, MAX_BASE_COST_DOLLARS } from '../rules.ts';
import { idSchema, textSchema, webAddressSchema } from '../schemas.ts';
import { reminderCountSchema, reminderDaysSchema } from '../settings/endpoints.ts';
import { clientNameFields } from '../submissions/form-names.ts';
import { itemizedCostsSchema, tabMetadataSchema } from './schemas.ts';

const UPLOAD_LIMIT = 110 * 1024 * 1024;

/** How many submissions a template has (SU-040); `last_activity` is their newest change. */
const templateCountsSchema = z.object({
  total: z.number(),
  completed: z.number(),
  in_progress: z.number(),
  last_activity: z.string().nullable(),
});

/** A global form template (0§3). `base_cost` and option prices are in dollars (decisions F8). */
const templateSchema = z.object({
  id: z.number(),
  type: z.string(),
  form_name_agent: z.string(),
  form_name_client: z.string(),
  /** The same in other languages; '' where clients see the English one (decisions O11). */
  ...clientNameFields(() => z.string()),
  form_link_id: z.string(),
  folder_id: z.number().nullable(),
  notes: z.string(),
  base_cost: z.number(),
  include_sales_tax: z.boolean(),
  payment_frequency: z.string(),
  merchant: z.string(),
  square_account: z.string(),
  display_order: z.number(),
  docusign_template_id: z.string().nullable(),
  envelope_id: z.string().nullable(),
  next_signer_role: z.string().nullable(),
  pending_advisor_signature: z.boolean(),
  pending_client_signature: z.boolean(),
  external_url: z.string().nullable(),
  /** Reminders to clients: the brokerage's, off, or the template's own numbers, of which null means the brokerage's. */
  reminders_mode: z.enum(REMINDER_MODES),
  reminders_first_days: z.number().nullable(),
  reminders_every_days: z.number().nullable(),
  reminders_most: z.number().nullable(),
  itemized_costs: itemizedCostsSchema.nullable(),
  tab_metadata: tabMetadataSchema.nullable(),
  /** The e-signature provider no longer has its template: forms already sent continue to work, new ones cannot be signed. */
  is_missing_at_provider: z.boolean(),
  /** Hidden from lists and choices since then; forms, links and bundles that use it continue to work. */
  archived_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Present only if the list is requested with counts. */
  counts: templateCountsSchema.optional(),
});
export type Template = z.output<typeof templateSchema>;

export const listTemplates = endpoint('GET /global-forms', 'agent', {
  summary:
    'List form templates in display order; on request archived ones too, and counts of their submissions',
  query: z.object({
    counts: z.enum(['true', 'false']).default('false'),
    archived: z.enum(['true', 'false']).default('false'),
  }),
  audit: 'none',
  reply: success({ forms: z.array(templateSchema) }),
  isHot: true,
});

export const getTemplate = endpoint('GET /global-forms/:id', 'agent', {
  summary: 'Get one form template, under both names of the specification (decisions A4)',
  audit: 'none',
  reply: success({ form: templateSchema, data: templateSchema }),
});

/** What the editor sends (0§7). `form_link_id` is stored in the format of rule formLinkId; blank for PDFs (decisions F14). */
const templateFieldsSchema = z.strictObject({
  form_name_agent: textSchema(300).trim(),
  form_name_client: textSchema(300).trim(),
  ...clientNameFields(() => textSchema(300).trim()),
  form_link_id: textSchema(200),
  folder_id: idSchema.nullable(),
  notes: textSchema(100_000),
  base_cost: z
    .number()
    .min(0, 'must be from 0 to 999999.99')
    .max(MAX_BASE_COST_DOLLARS, 'must be from 0 to 999999.99')
    .multipleOf(0.01, 'must have at most two decimals'),
  include_sales_tax: z.boolean(),
  /** Null means empty: one time. */
  payment_frequency: z
    .enum(['', 'monthly', 'annually'], 'must be empty, monthly or annually')
    .nullable()
    .transform((frequency) => frequency ?? ''),
  /** Synchronized with square_account (decisions F16). */
  merchant: textSchema(100),
  square_account: z.enum(ACCOUNT_NAMES),
  itemized_costs: itemizedCostsSchema.nullable(),
  display_order: z.number().int().min(0).max(1_000_000),
  external_url: z
    .url({ protocol: /^https?$/, error: 'must be a web address such as https://example.com' })
    .nullable(),
  reminders_mode: z.enum(REMINDER_MODES),
  reminders_first_days: reminderDaysSchema.nullable(),
  reminders_every_days: reminderDaysSchema.nullable(),
  reminders_most: reminderCountSchema.nullable(),
});

/**
 * `type` may also be 'WebForm' (decisions F1). Names of a web form that are left out fall back to the form's title (TE-115). The signers of an
 * e-signature form are set by the caller until the template is synced.
 */
const createTemplateSchema = templateFieldsSchema.partial().extend({
  type: textSchema(40).trim().min(1, 'must be one of Web Form, DocuSign, PDF, Link'),
  docusign_template_id: textSchema(200).nullable().optional(),
  next_signer_role: textSchema(40).nullable().optional(),
  pending_advisor_signature: z.boolean().optional(),
  pending_client_signature: z.boolean().optional(),
});

export const createTemplate = endpoint('POST /global-forms', 'owner_or_developer', {
  summary: 'Register a form template; 409 when the link id is in use',
  body: createTemplateSchema,
  status: 201,
  audit: 'none',
  reply: success({ id: z.number(), form: templateSchema, data: templateSchema }),
});

export const updateTemplate = endpoint('PUT /global-forms/:id', 'owner_or_developer', {
  summary: 'Change a form template; 409 when the link id is in use',
  body: templateFieldsSchema.partial(),
  audit: 'none',
  reply: success({ form: templateSchema, data: templateSchema }),
});

/** Hides a template from lists and choices; sessions, links and bundles that use it continue to work. */
export const archiveTemplate = endpoint('POST /global-forms/:id/archive', 'owner_or_developer', {
  summary: 'Archive a form template; nothing that uses it changes',
  audit: 'none',
  reply: success({ form: templateSchema }),
});

export const restoreTemplate = endpoint('POST /global-forms/:id/restore', 'owner_or_developer', {
  summary: 'List an archived form template again',
  audit: 'none',
  reply: success({ form: templateSchema }),
});

/** Sets the order inside one folder at once; the given ids come first, the others keep their order after them. */
export const sortTemplates = endpoint('PUT /global-forms/order', 'owner_or_developer', {
  summary: 'Renumber the forms of one folder from 1',
  body: z.strictObject({ folder_id: idSchema.nullable(), order: z.array(idSchema).max(2000) }),
  reply: success({ data: z.array(z.object({ id: z.number(), display_order: z.number() })) }),
});

/** A preview document; of a PDF template, the form itself. `file_url` is signed and short-lived. */
const templateDocumentSchema = z.object({
  id: z.number(),
  form_id: z.number(),
  file_name: z.string(),
  file_url: webAddressSchema,
  file_size: z.number(),
  mime_type: z.string(),
  folder: z.string().nullable(),
  notes: z.string(),
  page_count: z.number().nullable(),
  source: z.enum(['upload', 'sync']),
  created_at: z.string(),
});
export type TemplateDocument = z.output<typeof templateDocumentSchema>;

export const listTemplateDocuments = endpoint('GET /global-forms/:id/documents', 'agent', {
  summary: 'Preview documents of a template, each with a signed address',
  audit: 'none',
  reply: success({ documents: z.array(templateDocumentSchema) }),
});

export const uploadTemplateDocuments = endpoint('POST /global-forms/:id/documents', 'owner_or_developer', {
  summary: 'Add preview PDFs: multipart documents[] (or documents), folder, notes; at least one PDF',
  transport: 'multipart',
  bodyLimit: UPLOAD_LIMIT,
  status: 201,
  audit: 'none',
  reply: success({ files: z.array(templateDocumentSchema) }),
});

export const deleteTemplateDocument = endpoint(
  'DELETE /global-forms/:id/documents/:docId',
  'owner_or_developer',
  {
    needsReauthentication: true,
    summary: 'Remove a preview document with its file',
    params: z.object({ id: idSchema, docId: idSchema }),
    reply: doneReply,
  },
);

/** A document of the provider's library and its sync result. */
const syncedDocumentSchema = z.object({
  name: z.string(),
  outcome: z.enum(['synced', 'unchanged', 'failed']),
  /** Why it cannot be used; null unless it failed. */
  message: z.string().nullable(),
});

const templateSyncSchema = z.object({
  state: z.enum(['running', 'done', 'failed']),
  started_by: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** The number of documents; null while the provider's list is being read. */
  total: z.number().nullable(),
  documents: z.array(syncedDocumentSchema),
  count: z.number(),
  newPreviewDocuments: z.number(),
});
export type TemplateSync = z.output<typeof templateSyncSchema>;

/**
 * Pulls the provider's e-signature templates (0§4): new ones become DocuSign templates, known ones get new tab_metadata and previews;
 * pricing, folder, names and link id remain as the agent set them (TE-089). `count` templates synced, `newPreviewDocuments` of them with
 * new previews. A job does the work: the response waits up to 15 seconds for it and otherwise has `sync.state` 'running'. While one sync
 * runs, a second call joins it.
 */
export const syncTemplates = endpoint('POST /docusign/sync-templates', 'owner_or_developer', {
  summary: 'Sync e-signature templates from the provider',
  reply: success({
    count: z.number(),
    newPreviewDocuments: z.number(),
    /** Templates of the provider that cannot be used, with the reason. */
    problems: z.array(z.object({ name: z.string(), message: z.string() })),
    sync: templateSyncSchema,
  }),
});

export const getTemplateSync = endpoint('GET /docusign/sync-templates', 'owner_or_developer', {
  summary: 'Get the last sync of e-signature templates: its progress, and the result for each document',
  audit: 'none',
  reply: success({ data: templateSyncSchema.nullable() }),
});
