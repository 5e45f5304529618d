import { z } from 'zod';
import { visibleText } from '../rules/visible-text.ts';
import { textSchema } from '../schemas.ts';

/** The signature as an image (PNG data URL) with the signer's name; the page draws typed ones too. */
export const signatureSchema = z.strictObject({
  method: z.enum(['drawn', 'typed']),
  name: textSchema(200).overwrite(visibleText).min(1, 'must not be blank'),
  image: z
    .string()
    .max(400_000, 'is too large')
    .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/, 'must be a PNG picture'),
});

/** An advisor's stored signature; one that replaces it has another id. */
export const savedSignatureSchema = signatureSchema.extend({ id: z.number(), saved_at: z.string() });
export type SavedSignature = z.output<typeof savedSignatureSchema>;
