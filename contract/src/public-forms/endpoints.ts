import { z } from 'zod';
import { clientContactSchema } from '../agents/contact/client-contact.ts';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { LANGUAGES } from '../languages.ts';
import { SESSION_ID_RANDOM_LENGTH } from '../rules.ts';
import { draftSaveSchema, emailSchema, idSchema, textSchema, webAddressSchema } from '../schemas.ts';
import { localizedSchema } from '../submissions/form-names.ts';
import { signedCopyShape } from './signed-copy.ts';

const KIBIBYTE = 1024;
const FORM_BODY_LIMIT = 256 * KIBIBYTE;

/** Sentences of public pages that the specification prints or that follow from its rules. */
export const PUBLIC_FORM_MESSAGES = {
  sourceNotConfigured: 'Form Source Not Configured',
  submitted: 'Thank you. Your form has been submitted.',
} as const;

/** passcode: the form was opened from a session's page, and this browser has not entered the session's passcode. */
const PUBLIC_FORM_STATES = ['ready', 'passcode', 'expired', 'revoked', 'completed', 'voided'] as const;
export type PublicFormState = (typeof PUBLIC_FORM_STATES)[number];

/** What anonymous visitors can learn about a link: nothing about the client. */
const publicFormSchema = z.object({
  form_link_id: z.string(),
  title: z.string(),
  titles: localizedSchema,
  type: z.string(),
  brokerage: z.string(),
  agent_name: z.string().nullable(),
  totalSteps: z.number(),
});

const answersSchema = z.record(z.string(), z.unknown());
const languageSchema = z.enum(LANGUAGES).default('en');
const sessionId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[A-Za-z0-9]{${SESSION_ID_RANDOM_LENGTH}}$`), 'is not valid');
const temporarySessionIdSchema = sessionId('TEMP_');

const formLinkIdSchema = textSchema(200);

export const validateLink = endpoint('POST /secure-access/validate', 'public', {
  summary: 'Get what a link is for and whether it can be used; records that it was opened',
  body: z.strictObject({ token: textSchema(1000), form_link_id: formLinkIdSchema.optional() }),
  reply: success({
    state: z.enum(PUBLIC_FORM_STATES),
    form: publicFormSchema,
    /** The language that the link's client prefers, in which a page also explains why the link no longer works. */
    language: z.enum(LANGUAGES).nullish(),
    expires_at: z.string(),
  }),
  rateLimit: { max: 120, seconds: 60 },
});

export const getSecureForm = endpoint('GET /secure-access/form', 'form_token', {
  summary: 'Get the form of a link with the saved answers; secrets are masked',
  query: z.object({ form_link_id: formLinkIdSchema.optional() }),
  reply: success({
    form: publicFormSchema,
    form_data: answersSchema.nullable(),
    prefill: answersSchema,
    /** The client's preferred language, if the public pages support it. */
    language: z.enum(LANGUAGES).nullish(),
    step: z.number(),
    /** The version of the saved answers, to send with `saveFormProgress`. */
    version: z.number(),
    progress_session_id: z.string(),
    contact: clientContactSchema,
    last_saved: z.string().nullable(),
    expires_at: z.string(),
    /** The link expires within 24 hours. */
    expires_soon: z.boolean(),
  }),
});

export const saveFormProgress = endpoint('PUT /secure-access/form/progress', 'form_token', {
  summary: 'Save changed answers of an incomplete form; for each field the latest answer wins',
  bodyLimit: FORM_BODY_LIMIT,
  body: z.strictObject({
    /** The step that the visitor went to since the last save. */
    step: z.number().int().min(0).max(100).optional(),
    form_data: answersSchema,
    /** Without it, every answer in `form_data` is written, and an empty one leaves the saved answer unchanged. */
    draft: draftSaveSchema.optional(),
  }),
  reply: success({
    last_saved: z.string().nullable(),
    version: z.number(),
    /** The answers that other devices saved since the version that this device displays; secrets are masked. */
    form_data: answersSchema,
    expires_at: z.string(),
    expires_soon: z.boolean(),
  }),
  rateLimit: { max: 240, seconds: 60 },
});

const submittedReply = success({ message: z.string(), submitted_at: z.string() });

export const submitSecureForm = endpoint('POST /secure-access/form/submit', 'form_token', {
  summary: 'Submit the complete form, once',
  bodyLimit: FORM_BODY_LIMIT,
  body: z.strictObject({
    form_data: answersSchema,
    language: languageSchema,
    /** The version that the visitor has checked; 409 `conflict` if another device has saved since. */
    version: z.number().int().min(0).optional(),
  }),
  reply: submittedReply,
  rateLimit: { max: 60, seconds: 60 },
});

export const getPublicForm = endpoint('GET /public/forms/:formLinkId', 'public', {
  summary: 'Get the name of a form that was opened without a token',
  params: z.object({ formLinkId: formLinkIdSchema }),
  reply: success({ form: publicFormSchema }),
});

export const submitPublicForm = endpoint('POST /public/forms/:formLinkId/submit', 'public', {
  summary: 'Submit a form that was filled in without a token; it belongs to no client yet',
  bodyLimit: FORM_BODY_LIMIT,
  params: z.object({ formLinkId: formLinkIdSchema }),
  body: z.strictObject({
    progress_session_id: temporarySessionIdSchema,
    form_data: answersSchema,
    language: languageSchema,
  }),
  status: 201,
  reply: submittedReply,
  rateLimit: { max: 20, seconds: 600, maxPerNetwork: 300 },
});

/** who: the link is public; the visitor identifies themselves with startPublicSigning and gets their own link. */
const SIGN_STATES = ['ready', 'waiting', 'completed', 'who'] as const;

export const startSigning = endpoint('POST /secure-access/form/sign', 'form_token', {
  summary:
    'Get the address at which the visitor of a form link signs; `waiting` while another signer has to sign first',
  isSecret: true,
  reply: success({ state: z.enum(SIGN_STATES), signing_url: webAddressSchema.nullable() }),
  rateLimit: { max: 60, seconds: 60 },
});

export const getSignedCopy = endpoint('GET /secure-access/form/copy', 'form_token', {
  summary:
    'Get the address of the finished document, for the holder of the form link; otherwise why it is missing',
  isSecret: true,
  reply: success({ ...signedCopyShape, contact: clientContactSchema }),
  rateLimit: { max: 60, seconds: 60 },
});

/** A visitor who opened /sign/{formLinkId} without a token gets their own submission and link (PF-003). */
export const startPublicSigning = endpoint('POST /public/forms/:formLinkId/sign', 'public', {
  summary: 'Start an e-signature form that was opened without a token',
  isSecret: true,
  params: z.object({ formLinkId: formLinkIdSchema }),
  body: z.strictObject({
    progress_session_id: temporarySessionIdSchema,
    first_name: textSchema(100).trim().min(1, 'is required'),
    /** Empty for a person with a single name. */
    last_name: textSchema(100).trim().default(''),
    email: emailSchema().min(1, 'is required'),
    language: languageSchema,
  }),
  status: 201,
  reply: success({ form_url: webAddressSchema }),
  rateLimit: { max: 20, seconds: 600, maxPerNetwork: 300 },
});

/** One form on a session's page. Amounts in cents; `status` is the short label of decisions H5. */
const sessionPageFormSchema = z.object({
  id: z.number(),
  title: z.string(),
  titles: localizedSchema,
  type: z.string(),
  status: z.string(),
  /** What the client can do: fill in, send documents, sign, view a file, follow a link, wait for the advisor, or nothing more. */
  action: z.enum(['fill', 'upload', 'sign', 'view', 'follow', 'wait', 'done', 'voided']),
  progress_step: z.number(),
  total_steps: z.number(),
  total_cents: z.number(),
  previews: z.array(z.object({ name: z.string(), url: webAddressSchema })),
  /** The completed, signed document. */
  document_url: webAddressSchema.nullable(),
});
export type SessionPageForm = z.output<typeof sessionPageFormSchema>;

/** The client's page of a session. */
const sessionPageSchema = z.object({
  /** The title for the client, not the name that agents see. */
  titles: localizedSchema,
  brokerage: z.string(),
  agent_name: z.string().nullable(),
  contact: clientContactSchema,
  client_first_name: z.string().nullable(),
  language: z.enum(LANGUAGES).nullable(),
  expires_at: z.string(),
  expires_soon: z.boolean(),
  forms: z.array(sessionPageFormSchema),
  /** Forms that the client can fill in, send or sign now, and the total including those they have completed (decisions O12). */
  todo_count: z.number(),
  client_count: z.number(),
  subtotal_cents: z.number(),
  tax_cents: z.number(),
  total_cents: z.number(),
  /** The balance due of the invoice behind `pay_url`; without one, the total, or 0 once a payment is recorded. */
  amount_due_cents: z.number(),
  /** The payment URL of the session's newest open invoice; null without one, and while a payment is in progress. */
  pay_url: webAddressSchema.nullable(),
  /** A bank transfer for that invoice is in progress; it takes days. */
  is_payment_processing: z.boolean(),
});
export type SessionPage = z.output<typeof sessionPageSchema>;

const SESSION_LINK_STATES = ['ready', 'passcode', 'expired', 'revoked'] as const;

export const validateSessionLink = endpoint('POST /secure-access/session/validate', 'public', {
  summary:
    'Check whether a session link can be used; records that the client opened it, unless an agent views it',
  body: z.strictObject({ token: textSchema(1000), is_preview: z.boolean().default(false) }),
  reply: success({
    state: z.enum(SESSION_LINK_STATES),
    brokerage: z.string(),
    agent_name: z.string().nullable(),
    language: z.enum(LANGUAGES).nullable(),
    expires_at: z.string(),
  }),
  rateLimit: { max: 120, seconds: 60 },
});

const passcodeBody = z.strictObject({ passcode: textSchema(100).optional() });

/** For the page of a single form; the session's page sends the passcode with each request. A cookie stores that it was verified. */
export const submitSessionPasscode = endpoint('POST /secure-access/passcode', 'public', {
  summary: 'Verify the passcode of a session so that this browser may use the link; 403 when it is wrong',
  isSecret: true,
  body: z.strictObject({ token: textSchema(1000), passcode: textSchema(100) }),
  reply: doneReply,
  rateLimit: { max: 120, seconds: 60 },
});

/** POST because the request may carry a passcode; it changes nothing. 403 while the passcode is missing or wrong. */
export const getSessionPage = endpoint('POST /secure-access/session', 'form_token', {
  summary:
    'List every form of the session with its status, and what is due; only with the session’s own link',
  isSecret: true,
  body: passcodeBody,
  reply: success({ data: sessionPageSchema }),
  rateLimit: { max: 120, seconds: 60 },
});

export const openSessionForm = endpoint('POST /secure-access/session/forms/:id/open', 'form_token', {
  summary: 'Get the URL where one form of the session is filled in, signed, viewed or opened',
  isSecret: true,
  params: z.object({ id: idSchema }),
  body: passcodeBody,
  reply: success({ url: webAddressSchema }),
  rateLimit: { max: 120, seconds: 60 },
});
