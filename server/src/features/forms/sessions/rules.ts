import {
  allFormsCompleted,
  isVoided,
  type PaymentsReceived,
  paymentCardState,
  type SignableForm,
  sessionStatus,
  sessionStatusPriority,
  templateSalesTax,
} from '@ledgerline/contract/rules';

/** The source of a session's figures: the flags of its forms and their prices in cents. */
export type SessionForm = SignableForm & {
  base_form_total: number;
  selected_items_total: number;
  final_form_total: number;
  include_sales_tax: boolean;
};

/** Sums over the forms that are not voided (decisions G6, G8); the total is the sum of their final_form_total. */
export function sessionTotals(forms: readonly SessionForm[]) {
  const priced = forms.filter((form) => !isVoided(form));
  const total_cents = priced.reduce((sum, form) => sum + form.final_form_total, 0);
  const tax_cents = priced.reduce((sum, form) => sum + taxOf(form), 0);
  return {
    subtotal_cents: total_cents - tax_cents,
    tax_cents,
    total_cents,
    include_sales_tax: priced.some((form) => form.include_sales_tax),
  };
}

/** Status, totals and payment card of a session (1§4). */
export function sessionFigures(forms: readonly SessionForm[], payment_received_at: PaymentsReceived) {
  const totals = sessionTotals(forms);
  const total = totals.total_cents;
  const status = sessionStatus({ forms, total, payment_received_at });
  const all_forms_completed = allFormsCompleted({ forms });
  return {
    ...totals,
    status,
    priority: sessionStatusPriority(status),
    all_forms_completed,
    payment_card: paymentCardState({ total, all_forms_completed, payment_received_at }),
  };
}

function taxOf(form: SessionForm): number {
  const { tax_cents } = templateSalesTax({
    base_cents: form.base_form_total,
    itemized_cents: form.selected_items_total,
    include_sales_tax: form.include_sales_tax,
  });
  return Math.min(tax_cents, form.final_form_total);
}
