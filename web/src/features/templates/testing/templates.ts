import type { Folder } from '@ledgerline/contract/folders/endpoints';
import type { Template, TemplateDocument } from '@ledgerline/contract/templates/endpoints';
import { aTemplate } from '../../../testing/templates.ts';

/** An e-signature template with two priced check boxes and a list, in no folder. */
export function aSigningTemplate(fields: Partial<Template> = {}): Template {
  return aTemplate({
    type: 'DocuSign',
    form_name_agent: 'Advisory Agreement',
    form_name_client: 'Your agreement',
    form_link_id: 'advisory-agreement',
    base_cost: 100,
    include_sales_tax: true,
    docusign_template_id: 'library/advisory-agreement.pdf',
    next_signer_role: 'advisor',
    pending_advisor_signature: true,
    pending_client_signature: true,
    tab_metadata: {
      checkboxTabs: [{ tabLabel: 'Tax planning' }, { tabLabel: 'Estate review' }],
      listTabs: [{ tabLabel: 'Meetings', listItems: ['Quarterly', 'Monthly'] }],
    },
    ...fields,
  });
}

export function aFolder(fields: Partial<Folder> = {}): Folder {
  return { id: 1, label: 'Life', priority: 1, forms_count: 0, ...fields };
}

export function aPreview(fields: Partial<TemplateDocument> = {}): TemplateDocument {
  return {
    id: 11,
    form_id: 1,
    file_name: 'agreement.pdf',
    file_url: 'https://portal.test/api/files/ticket/agreement.pdf',
    file_size: 20_480,
    mime_type: 'application/pdf',
    folder: null,
    notes: '',
    page_count: 3,
    source: 'upload',
    created_at: '2026-11-01T15:00:00.000Z',
    ...fields,
  };
}
