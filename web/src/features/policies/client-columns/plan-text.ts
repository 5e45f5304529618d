import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { columnLabel, PLAN_COLUMNS } from '@ledgerline/contract/policies/client-columns/columns';
import type { ColumnPlan, LeftOut } from '@ledgerline/contract/policies/client-columns/endpoints';
import { countText, moneyDisplay } from '@ledgerline/contract/rules';
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

/** A remark to read before choosing the plan; null if there is none. */
export function remarkOf({ problem, different, carrier_column }: ColumnPlan): string | null {
  if (problem === 'several_carriers') return 'Names several carriers. Choose one, or leave the plan out.';
  if (problem === 'several_plans') return 'May contain several plans. Select it only if it is a single plan.';
  if (problem === 'inactive_client')
    return 'These clients are inactive. Select the plan only if they still have it.';
  if (different === 0 || carrier_column === null) return null;
  const clients = `${countText(different, 'client')} with a different amount in ${columnLabel(carrier_column)}`;
  return `${clients}. The plan’s own premium is used, and a note in the policy lists both amounts.`;
}

export const REASONS: Record<LeftOut['reason'], string> = {
  no_plan: 'Not the name of a plan',
  no_amount: 'No amount and no plan',
};

export const amountText = (cents: number | null): string | null =>
  cents === null ? null : moneyDisplay(cents);

const where = (field: FieldName, op: string, ...values: string[]) => ({ field, op, values });

/** The link to the clients of a value. For a carrier’s $0.00 it also opens the clients for whom $0.00 is the amount of a plan. */
export function clientsOf(value: LeftOut): { filter: Filter; before: string; text: string } {
  const { column, reason } = value;
  const filter = (...rules: Filter['rules']): Filter => ({ match: 'all', rules });
  const text = countText(value.clients, 'client');
  if (reason === 'no_plan') return { filter: filter(where(column, 'is', value.text)), before: '', text };
  const plan = PLAN_COLUMNS.find(({ premium }) => premium === column);
  const isZero = where(column, 'is', '0');
  return plan
    ? { filter: filter(isZero, where(plan.name, 'is_empty')), before: '', text }
    : {
        filter: filter(isZero),
        before: `${value.clients.toLocaleString('en-US')} of the `,
        text: 'clients with $0.00',
      };
}
