import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { MAX_BUNDLE_NAME } from '../rules.ts';
import { idSchema, textSchema } from '../schemas.ts';

/** One template of a bundle. */
const bundledTemplateSchema = z.object({
  /** null: the template was deleted; its name is the last one it had. */
  form_id: z.number().nullable(),
  name: z.string(),
  /** Why it is left out of a new session, as the end of a sentence; null when it is included. */
  problem: z.string().nullable(),
  /** The template is no longer offered on its own, but the bundle still includes it. */
  is_archived: z.boolean(),
});

/** A named set of templates for starting sessions (decision 045). */
const bundleSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** In the order of the forms screen. */
  templates: z.array(bundledTemplateSchema),
  /** By the calling agent. */
  last_used_at: z.string().nullable(),
});
export type Bundle = z.output<typeof bundleSchema>;

const bundleFields = z.strictObject({
  name: textSchema(MAX_BUNDLE_NAME),
  form_ids: z
    .array(idSchema)
    .min(1, 'Please choose at least one form')
    .max(50, 'Please choose at most 50 forms'),
});
export type BundleFields = z.output<typeof bundleFields>;

export const listBundles = endpoint('GET /bundles', 'agent', {
  summary: 'List bundles: the caller’s last used first, the others by name',
  audit: 'none',
  reply: success({ bundles: z.array(bundleSchema) }),
});

export const createBundle = endpoint('POST /bundles', 'owner_or_developer', {
  summary: 'Create a bundle; 409 when the name is in use',
  body: bundleFields,
  status: 201,
  reply: success({ id: z.number(), bundle: bundleSchema }),
});

export const updateBundle = endpoint('PUT /bundles/:id', 'owner_or_developer', {
  summary: 'Set the name and templates of a bundle; 409 when the name is in use',
  body: bundleFields,
  reply: success({ bundle: bundleSchema }),
});

export const deleteBundle = endpoint('DELETE /bundles/:id', 'owner_or_developer', {
  needsReauthentication: { never: 'the templates in it stay' },
  summary: 'Delete a bundle; its templates and the sessions started with it stay',
  reply: doneReply,
});
