import {
  ACCOUNT_CHOICE,
  accountNamed,
  centsToDollars,
  dollarsToCents,
  formLinkId,
  MAX_BASE_COST_DOLLARS,
  parseMoneyCents,
  REMINDER_MODES,
} from '@ledgerline/contract/rules';
import { type ClientNameFields, clientNameFields } from '@ledgerline/contract/submissions/form-names';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import type { FormErrors } from '@mantine/form';
import { formType } from '../../../domain/forms/form-type.ts';
import {
  eachNumber,
  numberErrors,
  type ReminderNumbers,
  reminderNumber,
  typedNumbers,
} from '../../../domain/reminders/reminder-numbers.ts';
import type { TemplateChanges } from '../api.ts';
import { itemizedCosts, type OptionPrices, optionPrices } from './option-prices.ts';

/** Field values of the editor; amounts as typed. */
export interface TemplateValues extends ClientNameFields<string>, ReminderNumbers<string> {
  form_name_agent: string;
  form_name_client: string;
  form_link_id: string;
  folder_id: number | null;
  notes: string;
  base_cost: string;
  include_sales_tax: boolean;
  payment_frequency: string;
  square_account: string;
  external_url: string;
  reminders_mode: string;
  options: OptionPrices;
}

const FREQUENCIES = ['', 'monthly', 'annually'] as const;
const RANGE = 'must be from 0 to 999999.99';

export function templateValues(template: Template): TemplateValues {
  return {
    form_name_agent: template.form_name_agent,
    form_name_client: template.form_name_client,
    ...clientNameFields((field) => template[field]),
    form_link_id: template.form_link_id,
    folder_id: template.folder_id,
    notes: template.notes,
    base_cost: template.base_cost.toFixed(2),
    include_sales_tax: template.include_sales_tax,
    payment_frequency: template.payment_frequency,
    square_account: template.square_account,
    external_url: template.external_url ?? '',
    reminders_mode: template.reminders_mode,
    ...typedNumbers(template),
    options: optionPrices(template.tab_metadata, template.itemized_costs),
  };
}

/** Typed dollars in cents; null when not an amount from 0 to 999999.99 (0§5). Blank is 0. */
export function costCents(typed: string): number | null {
  const cents = typed.trim() === '' ? 0 : parseMoneyCents(typed);
  return cents !== null && cents <= dollarsToCents(MAX_BASE_COST_DOLLARS) ? cents : null;
}

/** Errors by field; duplicate link ids are checked where the other forms are known. */
export function templateErrors(values: TemplateValues, type: string): FormErrors {
  const kind = formType(type);
  const prices = [values.options.checkboxes, ...values.options.lists.map(({ items }) => items)].flat();
  return {
    ...(values.form_name_agent.trim() === '' ? { form_name_agent: 'Please enter the name for agents' } : {}),
    ...(values.form_name_client.trim() === ''
      ? { form_name_client: 'Please enter the name for clients' }
      : {}),
    // Optional for PDFs, which have no link (decisions F14).
    ...(kind !== 'PDF' && formLinkId(values.form_link_id) === ''
      ? { form_link_id: 'Please enter a Form Link ID' }
      : {}),
    ...(accountNamed(values.square_account) ? {} : { square_account: NO_ACCOUNT }),
    ...(costCents(values.base_cost) === null ? { base_cost: `Base cost ${RANGE}` } : {}),
    ...(kind === 'Link' && !isWebAddress(values.external_url)
      ? { external_url: 'Please enter an address that begins with https:// or http://' }
      : {}),
    ...(isOwn(values) ? numberErrors(values, { canBeBlank: true }) : {}),
    ...(prices.some(({ price }) => costCents(price) === null) ? { options: `Prices ${RANGE}` } : {}),
  };
}

const isOwn = ({ reminders_mode }: TemplateValues) => reminders_mode === 'own';

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text.trim()) && URL.canParse(text.trim());
}

const NO_ACCOUNT = `Please select a payment account (${ACCOUNT_CHOICE}).`;

/** The request body; merchant is kept in sync with the payment account (decisions F16). */
export function templateChanges(values: TemplateValues, template: Template): TemplateChanges {
  const account = accountNamed(values.square_account)?.value;
  return {
    form_name_agent: values.form_name_agent.trim(),
    form_name_client: values.form_name_client.trim(),
    ...clientNameFields((field) => values[field].trim()),
    form_link_id: formLinkId(values.form_link_id),
    folder_id: values.folder_id,
    notes: values.notes,
    base_cost: centsToDollars(costCents(values.base_cost) ?? 0),
    include_sales_tax: values.include_sales_tax,
    payment_frequency: FREQUENCIES.find((one) => one === values.payment_frequency) ?? '',
    ...(account ? { merchant: account, square_account: account } : {}),
    reminders_mode: REMINDER_MODES.find((one) => one === values.reminders_mode) ?? 'default',
    ...(isOwn(values) ? eachNumber((name, max) => reminderNumber(values[name], max)) : {}),
    itemized_costs: itemizedCosts(values.options, template.itemized_costs),
    ...(formType(template.type) === 'Link' ? { external_url: values.external_url.trim() } : {}),
  };
}

/** Whether another form has the link id; the form's own and blank ones are not duplicates (0§5; decisions F14). */
export function isLinkIdTaken(
  typed: string,
  templates: ReadonlyArray<Pick<Template, 'id' | 'form_link_id'>>,
  ownId?: number,
): boolean {
  const slug = formLinkId(typed);
  return (
    slug !== '' && templates.some(({ id, form_link_id }) => id !== ownId && formLinkId(form_link_id) === slug)
  );
}
