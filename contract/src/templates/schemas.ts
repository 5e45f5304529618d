import { z } from 'zod';
import { textSchema } from '../schemas.ts';

const MAX_LABEL = 200;
const label = textSchema(MAX_LABEL);
const price = z.number().min(0).max(999_999.99);

/**
 * Prices of a template's options in dollars (decisions F9): check boxes by label, list items by tab and item, and for a
 * list the check box without which its price does not count. Unknown labels are kept.
 */
export const itemizedCostsSchema = z.object({
  checkboxTabs: z.record(label, price).default({}),
  listTabs: z.record(label, z.record(label, price)).default({}),
  listTabDeps: z.record(label, label).default({}),
});
export type ItemizedCosts = z.output<typeof itemizedCostsSchema>;

/** The options of an e-signature template as its documents have them (decisions F10). */
export const tabMetadataSchema = z.object({
  checkboxTabs: z.array(z.object({ tabLabel: z.string() })).default([]),
  listTabs: z.array(z.object({ tabLabel: z.string(), listItems: z.array(z.string()) })).default([]),
});
export type TabMetadata = z.output<typeof tabMetadataSchema>;
