import { inEveryLanguage } from '@ledgerline/contract/languages';
import type { Signing, SigningField } from '@ledgerline/contract/signing/endpoints';

/** A field that this signer fills in. */
export function field(
  name: string,
  kind: SigningField['kind'],
  extras: Partial<SigningField> = {},
): SigningField {
  const box = { page: 0, x: 10, y: 10, width: 100, height: 20 };
  const rest = { is_mine: true, is_own: true, required: false, value: null, options: [], multiline: false };
  return { name, kind, label: name, ...box, ...rest, ...extras };
}

/** A document as its client sees it. */
export const SIGNING: Signing = {
  state: 'ready',
  signer: 'client',
  signer_name: 'Maria Alvarez',
  title: 'Advisory Agreement',
  titles: inEveryLanguage(() => 'Advisory Agreement'),
  brokerage: 'Ledgerline',
  agent_name: 'Ada Byron',
  language: null,
  session_form_id: 7,
  document_url: '/api/files/t/a.pdf',
  pages: [{ width: 612, height: 792 }],
  fields: [
    field('Occupation', 'text', { required: true }),
    field('Plan', 'checkbox', { y: 40 }),
    field('Package', 'list', { y: 60, options: ['Small', 'Large'] }),
    field('Signature', 'signature', { y: 80, required: true }),
    field('Date', 'date', { y: 100, value: '11/20/2026' }),
    field('Advisor', 'text', { y: 120, is_mine: false, value: 'Ada' }),
  ],
  pricing: {
    base_cost: 100,
    include_sales_tax: false,
    itemized_costs: {
      checkboxTabs: { Plan: 50 },
      listTabs: { Package: { Large: 30 } },
      listTabDeps: { Package: 'Plan' },
    },
    final_form_total: 100,
  },
  return_url: '/signed?formId=7&event=signing_complete',
  expires_at: '2026-11-20T16:00:00.000Z',
  last_saved: null,
  version: 0,
  saved_signature: null,
};
