import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { columnLabel } from '@ledgerline/contract/policies/client-columns/columns';
import type { ColumnPlan, LeftOut } from '@ledgerline/contract/policies/client-columns/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import type { Filter } from '@ledgerline/contract/rules/filters';

type Named = Pick<ColumnPlan, 'column' | 'plan_name' | 'carrier_column'>;

/** 'Silver 70', or the column where only a premium is known. */
export const planText = ({ plan_name, column }: Omit<Named, 'carrier_column'>): string =>
  plan_name || columnLabel(column);

/** 'Health plan + Oscar premium' */
export const columnsText = ({ column, carrier_column }: Named): string =>
  [column, carrier_column]
    .filter((name) => name !== null)
    .map(columnLabel)
    .join(' + ');

export const count = (value: number, [one, many]: readonly [string, string]): string =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`;

const CLIENTS = ['client', 'clients'] as const;

/** What an agent should know before choosing the plan; null if there is nothing. */
export function remarkOf({ problem, different, carrier_column }: ColumnPlan): string | null {
  if (problem === 'several_carriers') return 'Names several carriers. Choose one, or leave the plan out.';
  if (problem === 'several_plans') return 'May contain several plans. Select it only if it is a single plan.';
  if (problem === 'inactive_client') return 'Of inactive clients. Select it only if they still have it.';
  if (different === 0 || carrier_column === null) return null;
  const clients = `${count(different, CLIENTS)} with a different amount in ${columnLabel(carrier_column)}`;
  return `${clients}. The plan’s own premium is used, and a note in the policy lists both amounts.`;
}

export const REASONS: Record<LeftOut['reason'], string> = {
  no_plan: 'Not the name of a plan',
  no_amount: 'No amount and no plan',
};

export const amountText = (cents: number | null): string | null =>
  cents === null ? null : moneyDisplay(cents);

const one = (field: FieldName, value: string): Filter => ({
  match: 'all',
  rules: [{ field, op: 'is', values: [value] }],
});

/** The clients whose column has this text. */
export const clientsFilter = ({ column, reason, text }: LeftOut): Filter =>
  one(column, reason === 'no_amount' ? '0' : text);
