import { clientNameFields } from '@ledgerline/contract/submissions/form-names';
import type { Template } from '@ledgerline/contract/templates/endpoints';

/** A template without folder and price: a web form unless overridden. */
export function aTemplate(fields: Partial<Template> = {}): Template {
  return {
    id: 1,
    type: 'Web Form',
    form_name_agent: 'Personal Information',
    form_name_client: 'Personal Information',
    ...clientNameFields(() => ''),
    form_link_id: 'personal-info',
    folder_id: null,
    notes: '',
    base_cost: 0,
    include_sales_tax: false,
    payment_frequency: '',
    merchant: 'BFS',
    square_account: 'BFS',
    display_order: 1,
    docusign_template_id: null,
    envelope_id: null,
    next_signer_role: null,
    pending_advisor_signature: false,
    pending_client_signature: false,
    external_url: null,
    reminders_mode: 'default',
    reminders_first_days: null,
    reminders_every_days: null,
    reminders_most: null,
    itemized_costs: null,
    tab_metadata: null,
    is_missing_at_provider: false,
    archived_at: null,
    created_at: '2026-11-01T15:00:00.000Z',
    updated_at: '2026-11-01T15:00:00.000Z',
    ...fields,
  };
}
