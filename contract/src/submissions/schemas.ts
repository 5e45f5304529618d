import { z } from 'zod';
import { SUBMISSION_CATEGORIES } from '../rules.ts';
import { webAddressSchema } from '../schemas.ts';
import { clientNameFields } from './form-names.ts';

const text = z.string().nullable();
const instant = z.string().nullable();
const dollars = z.number();

/** A session form (submission) with every field of 1§3 except the answers; amounts in dollars. */
export const submissionRowSchema = z.object({
  id: z.number(),
  session_id: z.number().nullable(),
  form_id: z.number().nullable(),
  client_id: z.number().nullable(),
  title: z.string(),
  type: z.string(),
  form_link_id: text,
  notes: z.string(),
  status: z.string(),
  order_index: z.number(),
  source: text,
  source_template_id: text,
  next_signer_role: text,
  pending_advisor_signature: z.boolean(),
  pending_client_signature: z.boolean(),
  has_advisor_signature: z.boolean(),
  has_client_signature: z.boolean(),
  advisor_signed_at: instant,
  client_signed_at: instant,
  signed_at: instant,
  envelope_id: text,
  /** As the e-signature provider reports it (decisions H8). */
  envelope_status: text,
  signature_url: text,
  signed_document_id: text,
  document_access_token: text,
  secure_access_token: text,
  access_token_expires_at: instant,
  expires_at: instant,
  access_type: text,
  progress_session_id: text,
  read_at: instant,
  /** Read, but an agent still has to apply its answers to the client record or dismiss them (decision 104). */
  has_pending_answers: z.boolean(),
  is_voided: z.boolean(),
  voided_at: instant,
  last_saved: instant,
  created_at: z.string(),
  updated_at: z.string(),
  is_completed: z.boolean(),
  global_form_type: text,
  selected_items_json: z.unknown(),
  selected_items_total: dollars,
  itemized_costs: z.unknown(),
  itemized_total: dollars,
  base_form_total: dollars,
  final_form_total: dollars,
  base_cost: dollars,
  include_sales_tax: z.boolean(),
  embedded_url: webAddressSchema.nullable(),
  folder: text,
  form_name_agent: text,
  form_name_client: text,
  ...clientNameFields(() => text),
  /** From the linked client, else as the visitor typed them (decisions H13). */
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  client_first_name: text,
  client_last_name: text,
  client_email: text,
  client_phone: text,
  date_of_birth: text,
  /** The step the visitor was on when the form was last saved, from 0. */
  progress_step: z.number(),
  total_steps: z.number(),
  has_form_data: z.boolean(),
  session_type: text,
  /** The derived status and list category of 1§4, calculated on the server. */
  display_status: z.string(),
  category: z.enum(SUBMISSION_CATEGORIES),
});
export type SubmissionRow = z.output<typeof submissionRowSchema>;

/** The same with the answers, Social Security and account numbers as masks (decisions H21). */
export const submissionSchema = submissionRowSchema.extend({
  form_data: z.record(z.string(), z.unknown()).nullable(),
});
export type Submission = z.output<typeof submissionSchema>;
