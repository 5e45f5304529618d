import { dateDisplay } from '@ledgerline/contract/rules';
import { operatorNamed } from '@ledgerline/contract/rules/filter-operators';
import type { FilterCondition, FilterField } from '@ledgerline/contract/rules/filters';
import { formatMoney } from '../../components/ui/typed-formats.ts';
import { agentText } from '../agents/agent-names.ts';

/** 'Status is Lead or Client': a condition as its chip shows it. A field that does not exist is named as it is. */
export function conditionText(condition: FilterCondition, field: FilterField | undefined): string {
  const isNoneOf = condition.op === 'is_none' && condition.values.length > 1;
  const label = isNoneOf ? 'is none of' : operatorNamed(condition.op).label;
  const joined = condition.values
    .map((value) => valueText(value, field))
    .join(isNoneOf ? ', ' : condition.op === 'between' ? ' and ' : ' or ');
  const predicate = label.includes('…') ? daysText(label, joined) : `${label} ${joined}`;
  const isBirthday = condition.op === 'birthday_month' || condition.op === 'birthday_days';
  return `${field?.label ?? condition.field}${isBirthday ? ':' : ''} ${predicate}`.trim();
}

const daysText = (label: string, count: string): string =>
  (count === '1' ? label.replace(/ … days$/, ' … day') : label).replace('…', count);

function valueText(value: string, field: FilterField | undefined): string {
  if (field?.kind === 'date' || field?.kind === 'birth') return dateDisplay(value) || value;
  if (field?.kind === 'money') return `$${formatMoney(value)}`;
  if (field?.kind === 'number') return value;
  if (field?.kind === 'agent') return value === 'me' ? 'me' : agentText(value) || '…';
  if (field?.kind === 'choice')
    return field.options?.find((option) => option.value === value)?.label ?? value;
  return `“${value}”`;
}
