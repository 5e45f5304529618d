import { z } from 'zod';
import { answer, endpoint } from '../endpoint.ts';
import { idParams } from '../schemas.ts';

/** A global form template (0§3). `base_cost` travels as dollars (decisions F8). */
export const templateSchema = z.object({
  id: z.number(),
  type: z.string(),
  form_name_agent: z.string(),
  form_name_client: z.string(),
  form_link_id: z.string(),
  folder_id: z.number().nullable(),
  notes: z.string(),
  base_cost: z.number(),
  include_sales_tax: z.boolean(),
  payment_frequency: z.string(),
  merchant: z.string(),
  square_account: z.string(),
  display_order: z.number(),
  docusign_template_id: z.string().nullable(),
  envelope_id: z.string().nullable(),
  next_signer_role: z.string().nullable(),
  pending_advisor_signature: z.boolean(),
  pending_client_signature: z.boolean(),
  external_url: z.string().nullable(),
  itemized_costs: z.record(z.string(), z.unknown()).nullable(),
  tab_metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Template = z.output<typeof templateSchema>;

export const listTemplates = endpoint({
  name: 'listTemplates',
  method: 'GET',
  path: '/global-forms',
  access: 'agent',
  summary: 'Every form template in display order',
  reply: answer({ forms: z.array(templateSchema) }),
});

export const getTemplate = endpoint({
  name: 'getTemplate',
  method: 'GET',
  path: '/global-forms/:id',
  access: 'agent',
  summary: 'One form template, under both names of the specification (decisions A4)',
  params: idParams,
  reply: answer({ form: templateSchema, data: templateSchema }),
});

export const TEMPLATE_ENDPOINTS = [listTemplates, getTemplate];
