import { z } from 'zod';
import { answer, endpoint } from '../endpoint.ts';
import { SESSION_ID_RANDOM_LENGTH } from '../rules.ts';
import { textSchema } from '../schemas.ts';
import { LANGUAGES } from '../web-forms/definition.ts';

const KIBIBYTE = 1024;
const FORM_BODY_LIMIT = 256 * KIBIBYTE;

/** Sentences of public pages that the specification prints or that follow from its rules. */
export const PUBLIC_FORM_MESSAGES = {
  cannotOpenDirectly:
    'This form cannot be opened directly. Please use "Get Form Link" to generate the proper URL.',
  sourceNotConfigured: 'Form Source Not Configured',
  voided: 'This form has been voided and can no longer be filled in.',
  completed: 'This form has already been submitted.',
  submitted: 'Thank you. Your form has been submitted.',
} as const;

export const PUBLIC_FORM_STATES = ['ready', 'expired', 'completed', 'voided'] as const;
export type PublicFormState = (typeof PUBLIC_FORM_STATES)[number];

/** What a stranger may learn of a link: nothing about the client. */
export const publicFormSchema = z.object({
  form_link_id: z.string(),
  title: z.string(),
  type: z.string(),
  brokerage: z.string(),
  agent_name: z.string().nullable(),
  totalSteps: z.number(),
});

const answersSchema = z.record(z.string(), z.unknown());
const languageSchema = z.enum(LANGUAGES).default('en');
const sessionId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[A-Za-z0-9]{${SESSION_ID_RANDOM_LENGTH}}$`), 'is not valid');
export const temporarySessionIdSchema = sessionId('TEMP_');

const formLinkIdSchema = textSchema(200);

export const validateLink = endpoint({
  name: 'validateLink',
  method: 'POST',
  path: '/secure-access/validate',
  access: 'public',
  summary: 'What a link stands for and whether it can be used; notes that it was opened',
  body: z.strictObject({ token: textSchema(1000), form_link_id: formLinkIdSchema.optional() }),
  reply: answer({ state: z.enum(PUBLIC_FORM_STATES), form: publicFormSchema, expires_at: z.string() }),
  rateLimit: { max: 120, seconds: 60 },
});

export const getSecureForm = endpoint({
  name: 'getSecureForm',
  method: 'GET',
  path: '/secure-access/form',
  access: 'form_token',
  summary: 'The form behind a link with what is saved so far; secrets typed before come back as masks',
  query: z.object({ form_link_id: formLinkIdSchema.optional() }),
  reply: answer({
    form: publicFormSchema,
    form_data: answersSchema.nullable(),
    prefill: answersSchema,
    /** The language that the client prefers, if one of the public pages' is known. */
    language: z.enum(LANGUAGES).nullish(),
    step: z.number(),
    progress_session_id: z.string(),
    last_saved: z.string().nullable(),
    expires_at: z.string(),
    /** The link ends within 24 hours. */
    expires_soon: z.boolean(),
  }),
});

export const saveFormProgress = endpoint({
  name: 'saveFormProgress',
  method: 'PUT',
  path: '/secure-access/form/progress',
  access: 'form_token',
  summary: 'Keep the answers so far; unfinished answers are welcome',
  bodyLimit: FORM_BODY_LIMIT,
  body: z.strictObject({ step: z.number().int().min(0).max(100), form_data: answersSchema }),
  reply: answer({ last_saved: z.string(), expires_at: z.string(), expires_soon: z.boolean() }),
  rateLimit: { max: 240, seconds: 60 },
});

const submittedAnswer = answer({ message: z.string(), submitted_at: z.string() });

export const submitSecureForm = endpoint({
  name: 'submitSecureForm',
  method: 'POST',
  path: '/secure-access/form/submit',
  access: 'form_token',
  summary: 'Hand in the whole form, once',
  bodyLimit: FORM_BODY_LIMIT,
  body: z.strictObject({ form_data: answersSchema, language: languageSchema }),
  reply: submittedAnswer,
  rateLimit: { max: 60, seconds: 60 },
});

export const getPublicForm = endpoint({
  name: 'getPublicForm',
  method: 'GET',
  path: '/public/forms/:formLinkId',
  access: 'public',
  summary: 'What a form opened without a token is called',
  params: z.object({ formLinkId: formLinkIdSchema }),
  reply: answer({ form: publicFormSchema }),
});

export const submitPublicForm = endpoint({
  name: 'submitPublicForm',
  method: 'POST',
  path: '/public/forms/:formLinkId/submit',
  access: 'public',
  summary: 'Hand in a form that was filled without a token; it belongs to no client yet',
  bodyLimit: FORM_BODY_LIMIT,
  params: z.object({ formLinkId: formLinkIdSchema }),
  body: z.strictObject({
    progress_session_id: temporarySessionIdSchema,
    form_data: answersSchema,
    language: languageSchema,
  }),
  status: 201,
  reply: submittedAnswer,
  rateLimit: { max: 20, seconds: 600 },
});

export const PUBLIC_FORM_ENDPOINTS = [
  validateLink,
  getSecureForm,
  saveFormProgress,
  submitSecureForm,
  getPublicForm,
  submitPublicForm,
];
