import { z } from 'zod';
import { textSchema } from '../schemas.ts';

const MAX_LABEL = 200;
const label = textSchema(MAX_LABEL);
/** More than the number of readable fields of any document. */
const MAX_LABELS = 3000;
const price = z.number().min(0).max(999_999.99);

function byLabel<Value extends z.ZodType>(value: Value) {
  return z
    .record(label, value)
    .refine((entries) => Object.keys(entries).length <= MAX_LABELS, `must have at most ${MAX_LABELS} labels`);
}

/**
 * Prices of a template's options in dollars (decisions F9): check boxes by label, list items by tab and item, and for a list the check box
 * that is required for its price to count. Unknown labels are preserved.
 */
export const itemizedCostsSchema = z.object({
  checkboxTabs: byLabel(price).default({}),
  listTabs: byLabel(byLabel(price)).default({}),
  listTabDeps: byLabel(label).default({}),
});
export type ItemizedCosts = z.output<typeof itemizedCostsSchema>;

/** The options of an e-signature template as its documents have them (decisions F10). */
export const tabMetadataSchema = z.object({
  checkboxTabs: z.array(z.object({ tabLabel: z.string() })).default([]),
  listTabs: z.array(z.object({ tabLabel: z.string(), listItems: z.array(z.string()) })).default([]),
  /** Fields of kinds without a price, by the provider's name of the kind: preserved, never shown with a price. */
  otherTabs: z.record(z.string(), z.array(z.object({ tabLabel: z.string() }))).optional(),
});
export type TabMetadata = z.output<typeof tabMetadataSchema>;
