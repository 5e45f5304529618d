import { z } from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { expirationHours, MAX_EXPIRATION_DAYS } from '../rules.ts';
import { idSchema, textSchema, truncatedSchema, webAddressSchema } from '../schemas.ts';

export const ACCESS_TYPES = ['client_new', 'client_access', 'public'] as const;
export type AccessType = (typeof ACCESS_TYPES)[number];
/** pending until the URL is first opened, completed once its form is submitted (decisions I7). */
export const LINK_STATUSES = ['pending', 'opened', 'completed'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const expirationHoursSchema = z.number().int().min(1).max(expirationHours(MAX_EXPIRATION_DAYS));

/** A secure access token (1§3), with the additional fields that screens need. */
const secureLinkSchema = z.object({
  id: z.number(),
  secure_access_token: z.string(),
  access_token_expires_at: z.string(),
  access_type: z.enum(ACCESS_TYPES),
  form_id: z.number().nullable(),
  client_id: z.number().nullable(),
  session_form_id: z.number().nullable(),
  session_id: z.number().nullable(),
  status: z.enum(LINK_STATUSES),
  created_at: z.string(),
  viewed_at: z.string().nullable(),
  title: z.string(),
  form_url: webAddressSchema,
  is_expired: z.boolean(),
});
export type SecureLink = z.output<typeof secureLinkSchema>;

export const listClientLinks = endpoint('GET /secure-access/client/:clientId/tokens', 'agent', {
  summary: 'List the newest 1,000 links of one client that have not been revoked, newest first',
  params: z.object({ clientId: idSchema }),
  audit: { action: 'opened', of: 'client', param: 'clientId' },
  reply: success({ data: z.array(secureLinkSchema), truncated: truncatedSchema }),
});

const formLinkReply = success({
  data: z.object({
    formUrl: webAddressSchema,
    expiresAt: z.string(),
    sessionFormId: z.number(),
    token: z.string(),
    title: z.string(),
    status: z.enum(LINK_STATUSES),
    expiresSoon: z.boolean(),
  }),
});

/**
 * The form link of one client, created on demand. Requested again, it returns the same URL; with `expirationHours` it works until at least
 * that many hours from now, even if it had expired (decisions I2). Without it, an expired link is replaced by a new one with the lifetime
 * of the global setting (decisions I1, F22). A submitted or voided form starts a new submission (decisions I5).
 */
export const createClientLink = endpoint('POST /secure-access/client-new', 'agent', {
  summary: 'Get, create or extend the link through which a client fills in a form',
  isSecret: true,
  body: z.strictObject({
    formId: z.union([idSchema, textSchema(200).trim().min(1)]),
    clientId: idSchema,
    expirationHours: expirationHoursSchema.optional(),
    /** The link of exactly this submission of the client, also inside a session. */
    sessionFormId: idSchema.optional(),
  }),
  audit: 'own',
  reply: formLinkReply,
});

/**
 * The link of an e-signature form without a client (1§7, decisions I4): an open submission is reused, and every call renews its technical
 * expiry.
 */
export const createPublicLink = endpoint('POST /secure-access/public/client-new', 'agent', {
  summary: 'Get or create the link of an e-signature form without a client',
  isSecret: true,
  body: z.strictObject({
    formId: z.union([idSchema, textSchema(200).trim().min(1)]),
    expirationHours: expirationHoursSchema.optional(),
  }),
  audit: 'own',
  reply: formLinkReply,
});
