import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { dollarsToCents, moneyDisplay } from '@ledgerline/contract/rules';
import type { Client } from '../api.ts';
import { textOf } from '../client-display.ts';

/** Premiums by carrier, on the cards of Marketplace and Medicare plans. */
const CARRIERS = CLIENT_FIELDS.filter(
  ({ group, kind }) => (group === 'marketplace' || group === 'medicare') && kind === 'money',
);

/** The client's plan and premium: those of the health plan, otherwise the carriers with a premium and their total. */
export function planFactsOf(client: Client): { plan: string; premium: string } {
  const carriers = CARRIERS.filter(({ name }) => textOf(client[name]) !== '');
  const own = textOf(client.health_plan_premium);
  const cents =
    own === '' ? carriers.map(({ name }) => dollarsToCents(textOf(client[name]))) : [dollarsToCents(own)];
  const total = cents.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return {
    plan: textOf(client.current_health_plan_name) || carriers.map(({ short }) => short).join(', '),
    premium: cents.length === 0 ? '' : moneyDisplay(total),
  };
}
