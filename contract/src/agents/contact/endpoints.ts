import { z } from 'zod';
import { endpoint, success } from '../../endpoint.ts';
import { base64Schema, textSchema } from '../../schemas.ts';

/** The limits of a photo, which is square: twice the size at which it is shown. */
export const MAX_PHOTO_SIDE = 240;
export const MAX_PHOTO_BYTES = 200 * 1024;

/** What an agent's clients see besides the name (decision 109). */
const agentContactSchema = z.object({
  phone: z.string().nullable(),
  /** A path on this server that changes with the photo and cannot be guessed. */
  photo: z.string().nullable(),
});
export type AgentContact = z.output<typeof agentContactSchema>;

/** Fields that are left out stay unchanged. */
const contactBodySchema = z.strictObject({
  phone: textSchema(40).trim().min(1).nullable().optional(),
  /** A PNG as base64; null removes the photo. */
  photo: base64Schema(MAX_PHOTO_BYTES).nullable().optional(),
});
export type AgentContactBody = z.output<typeof contactBodySchema>;

export const getAgentContact = endpoint('GET /auth/contact', 'agent', {
  summary: 'Get the caller’s own phone number and photo for their clients',
  audit: 'none',
  reply: success({ data: agentContactSchema }),
});

export const updateAgentContact = endpoint('PUT /auth/contact', 'agent', {
  summary: 'Change the caller’s own phone number or photo for their clients',
  needsReauthentication: true,
  body: contactBodySchema,
  reply: success({ data: agentContactSchema }),
  rateLimit: { max: 20, seconds: 900 },
});
