import { z } from 'zod';
import { webAddressSchema } from '../schemas.ts';

/**
 * The completed document of a form and, without one, the reason: `waiting` for a signature, `fetching` it from the e-signature provider, or
 * `none`, because it was deleted, declined or voided.
 */
export const signedCopyShape = {
  document: z.object({ url: webAddressSchema, file_name: z.string() }).nullable(),
  missing: z.enum(['waiting', 'fetching', 'none']).nullable(),
};
