import { accountNamed, dollarsToCents, moneyDisplay, PAYMENT_FREQUENCIES } from '@ledgerline/contract/rules';
import type { Template } from '@ledgerline/contract/templates/endpoints';

export function accountText(account: string): string {
  const label = accountNamed(account)?.label;
  return label ? `${account} (${label})` : account;
}

/** '$250.00', '$250.00 monthly'; '' where no payment is required. */
export function priceText({
  base_cost,
  payment_frequency,
}: Pick<Template, 'base_cost' | 'payment_frequency'>): string {
  if (base_cost === 0) return '';
  const frequency = PAYMENT_FREQUENCIES.find(({ value }) => value === payment_frequency);
  const often = frequency?.value ? ` ${frequency.label.toLowerCase()}` : '';
  return `${moneyDisplay(dollarsToCents(base_cost))}${often}`;
}

/** The signers, in order. */
export function signersText(
  template: Pick<Template, 'pending_advisor_signature' | 'pending_client_signature'>,
): string {
  if (template.pending_advisor_signature)
    return template.pending_client_signature ? 'Agent, then client' : 'Agent';
  return template.pending_client_signature ? 'Client' : '';
}

export function pagesText(count: number | null): string | null {
  if (count === null) return null;
  return count === 1 ? '1 page' : `${count} pages`;
}
