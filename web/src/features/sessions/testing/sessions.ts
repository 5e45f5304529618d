import type { Bundle } from '@ledgerline/contract/bundles/endpoints';
import type { ListedSession } from '@ledgerline/contract/sessions/endpoints';
import { clientNameFields } from '@ledgerline/contract/submissions/form-names';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { aTemplate } from '../../../testing/templates.ts';
import type { FormCatalog } from '../choosing/form-chooser.tsx';

/** A session of client 7 without forms. */
export function aSession(fields: Partial<ListedSession> = {}): ListedSession {
  return {
    id: 5,
    client_id: 7,
    session_type: 'Session 1',
    client_title: '',
    created_at: '2026-11-20T15:00:00.000Z',
    forms_count: 0,
    client_last_viewed_at: null,
    payment_received_at: [],
    notes: '',
    is_deleted: false,
    has_passcode: false,
    created_by: null,
    client_first_name: 'Maria',
    client_last_name: 'Alvarez',
    status: 'Unknown',
    priority: 999,
    subtotal_cents: 0,
    tax_cents: 0,
    total_cents: 0,
    include_sales_tax: false,
    all_forms_completed: false,
    payment_card: 'hidden',
    balance: null,
    ...fields,
  };
}

/** An e-signature form of session 5. */
export function aForm(fields: Partial<SubmissionRow> = {}): SubmissionRow {
  return {
    ...NO_FIELDS,
    id: 3,
    session_id: 5,
    client_id: 7,
    form_id: 1,
    title: 'Advisory Agreement',
    type: 'DocuSign',
    status: 'pending',
    display_status: 'Ready',
    category: 'new',
    ...fields,
  };
}

/** The server's response when a form was added. */
export function addedForm(id: number) {
  const form = { ...aForm({ id }), form_data: null };
  return { success: true, id, data: form, sessionForm: form };
}

/** A template by id and name. */
export function namedTemplate(id: number, name: string, type = 'DocuSign'): Template {
  return aTemplate({
    id,
    type,
    form_name_agent: name,
    form_name_client: name,
    form_link_id: `form-${id}`,
    display_order: id,
  });
}

/** A bundle of the templates of `CATALOG`, plus a deleted one. */
export const ONBOARDING: Bundle = {
  id: 1,
  name: 'Onboarding',
  last_used_at: null,
  templates: [
    { form_id: 1, name: 'Advisory Agreement', problem: null, is_archived: false },
    { form_id: 2, name: 'Privacy Notice', problem: null, is_archived: false },
    { form_id: null, name: 'Old Notice', problem: 'the template was deleted', is_archived: false },
  ],
};

export const REVIEW: Bundle = {
  id: 2,
  name: 'Annual review',
  last_used_at: '2026-11-20T15:00:00.000Z',
  templates: [
    { form_id: 1, name: 'Advisory Agreement', problem: null, is_archived: false },
    { form_id: 3, name: 'Personal Information', problem: null, is_archived: false },
  ],
};

/** Two folders with three templates. */
export const CATALOG: FormCatalog = {
  data: [
    {
      label: 'Onboarding',
      templates: [namedTemplate(1, 'Advisory Agreement'), namedTemplate(2, 'Privacy Notice', 'PDF')],
    },
    { label: 'Ungrouped', templates: [namedTemplate(3, 'Personal Information', 'Web Form')] },
  ],
  error: null,
  isFetching: false,
  errorUpdateCount: 0,
  refetch: () => undefined,
};

const NO_FIELDS = {
  form_link_id: null,
  notes: '',
  order_index: 0,
  source: 'session',
  source_template_id: null,
  next_signer_role: null,
  pending_advisor_signature: false,
  pending_client_signature: false,
  has_advisor_signature: false,
  has_client_signature: false,
  advisor_signed_at: null,
  client_signed_at: null,
  signed_at: null,
  envelope_id: null,
  envelope_status: null,
  signature_url: null,
  signed_document_id: null,
  document_access_token: null,
  secure_access_token: null,
  access_token_expires_at: null,
  expires_at: null,
  access_type: null,
  progress_session_id: null,
  read_at: null,
  has_pending_answers: false,
  is_voided: false,
  voided_at: null,
  last_saved: null,
  created_at: '2026-11-20T15:00:00.000Z',
  updated_at: '2026-11-20T15:00:00.000Z',
  is_completed: false,
  global_form_type: null,
  selected_items_json: null,
  selected_items_total: 0,
  itemized_costs: null,
  itemized_total: 0,
  base_form_total: 0,
  final_form_total: 0,
  base_cost: 0,
  include_sales_tax: false,
  embedded_url: null,
  folder: null,
  form_name_agent: null,
  form_name_client: null,
  ...clientNameFields(() => null),
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
  client_first_name: null,
  client_last_name: null,
  client_email: null,
  client_phone: null,
  date_of_birth: null,
  progress_step: 0,
  total_steps: 0,
  has_form_data: false,
  session_type: 'Session 1',
} as const;
