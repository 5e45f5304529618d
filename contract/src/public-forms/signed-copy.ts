import { z } from 'zod';
import { webAddressSchema } from '../schemas.ts';

/** The finished document of a form and, without one, why: `waiting` for a signature, `fetching` it from the e-signature provider, or `none` will come, since it was deleted, declined or voided. */
export const signedCopyShape = {
  document: z.object({ url: webAddressSchema, file_name: z.string() }).nullable(),
  missing: z.enum(['waiting', 'fetching', 'none']).nullable(),
};
