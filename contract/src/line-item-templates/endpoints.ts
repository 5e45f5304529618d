import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { DEFAULT_LINE_ITEM_CATEGORY } from '../rules.ts';
import { textSchema } from '../schemas.ts';

/** A line item saved for reuse (1§3). */
const lineItemTemplateSchema = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  unit_price_cents: z.number(),
  category: z.string(),
  is_active: z.boolean(),
});
export type LineItemTemplate = z.output<typeof lineItemTemplateSchema>;

export const listLineItemTemplates = endpoint('GET /line-item-templates', 'agent', {
  summary: 'List line item templates by category and name',
  query: z.object({
    category: textSchema(100).trim().optional(),
    search: textSchema(200).trim().optional(),
    is_active: z.enum(['true', 'false']).optional(),
  }),
  audit: 'none',
  reply: success({ data: z.array(lineItemTemplateSchema) }),
});

export const createLineItemTemplate = endpoint('POST /line-item-templates', 'agent', {
  summary: 'Save a line item for reuse',
  body: z.strictObject({
    name: textSchema(200, 'Please enter a template name').trim().min(1, 'Please enter a template name'),
    description: textSchema(500, 'Please enter a description for the line item')
      .trim()
      .min(1, 'Please enter a description for the line item'),
    /** Below zero for a credit or discount. */
    unit_price_cents: z.number().int().min(-9_999_999_999).max(9_999_999_999),
    category: textSchema(100).trim().default(DEFAULT_LINE_ITEM_CATEGORY),
  }),
  status: 201,
  reply: success({ id: z.number(), data: lineItemTemplateSchema }),
});

export const deleteLineItemTemplate = endpoint('DELETE /line-item-templates/:id', 'agent', {
  needsReauthentication: { never: 'a suggestion for invoices; no invoice changes' },
  summary: 'Delete a line item template; invoices created from it stay unchanged',
  reply: doneReply,
});
