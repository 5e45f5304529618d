import { isCalendarDate } from './dates.ts';
import {
  conditionsOf,
  type Filter,
  type FilterCondition,
  type FilterField,
  type FilterKind,
} from './filters.ts';
import { foldText } from './fold.ts';

/** How many values an operator takes; `many`: one or more. */
type Arity = 0 | 1 | 2 | 'many';

/** Every operator. Its label follows the name of the field and precedes the values; an ellipsis marks where the value goes. */
export const FILTER_OPERATORS = {
  is: { label: 'is', arity: 1 },
  is_not: { label: 'is not', arity: 1 },
  is_any: { label: 'is', arity: 'many' },
  is_none: { label: 'is not', arity: 'many' },
  contains: { label: 'contains', arity: 1 },
  not_contains: { label: 'does not contain', arity: 1 },
  is_empty: { label: 'is empty', arity: 0 },
  is_filled: { label: 'is not empty', arity: 0 },
  before: { label: 'is before', arity: 1 },
  after: { label: 'is after', arity: 1 },
  between: { label: 'is between', arity: 2 },
  at_least: { label: 'is at least', arity: 1 },
  at_most: { label: 'is at most', arity: 1 },
  next_days: { label: 'is in the next … days', arity: 1 },
  last_days: { label: 'is in the last … days', arity: 1 },
  birthday_month: { label: 'birthday is this month', arity: 0 },
  birthday_days: { label: 'birthday is in the next … days', arity: 1 },
} as const satisfies Record<string, { label: string; arity: Arity }>;
export type FilterOperator = keyof typeof FILTER_OPERATORS;

const EMPTINESS = ['is_empty', 'is_filled'] as const;
const TEXT_OPERATORS = ['contains', 'not_contains', 'is', 'is_not', ...EMPTINESS] as const;
const DATE_OPERATORS = ['is', 'before', 'after', 'between', 'next_days', 'last_days', ...EMPTINESS] as const;
const AMOUNT_OPERATORS = ['is', 'is_not', 'at_least', 'at_most', 'between', ...EMPTINESS] as const;
const CHOICE_OPERATORS = ['is_any', 'is_none', ...EMPTINESS] as const;

/** The operators of each kind. */
const OPERATORS_OF: Record<FilterKind, readonly FilterOperator[]> = {
  text: TEXT_OPERATORS,
  phone: TEXT_OPERATORS,
  date: DATE_OPERATORS,
  birth: ['birthday_month', 'birthday_days', ...DATE_OPERATORS],
  money: AMOUNT_OPERATORS,
  number: AMOUNT_OPERATORS,
  choice: CHOICE_OPERATORS,
  agent: CHOICE_OPERATORS,
  presence: EMPTINESS,
};

/** The operators of a field; the first is the default. */
export const operatorsOf = ({ kind, isNeverEmpty }: FilterField): readonly FilterOperator[] =>
  isNeverEmpty
    ? OPERATORS_OF[kind].filter((op) => !EMPTINESS.some((each) => each === op))
    : OPERATORS_OF[kind];

const isFilterOperator = (op: string): op is FilterOperator => Object.hasOwn(FILTER_OPERATORS, op);

/** The label of an operator and how many values it takes; an unknown one, which only a URL can have, takes none. */
export const operatorNamed = (op: string): { label: string; arity: Arity } =>
  isFilterOperator(op) ? FILTER_OPERATORS[op] : { label: op.slice(0, 40), arity: 0 };

export const MAX_FILTER_CONDITIONS = 50;
export const MAX_FILTER_VALUES = 100;
/** As long as the text of a client field can be, so that a filter can contain every plan name. */
export const MAX_FILTER_TEXT = 500;
export const MAX_FILTER_DAYS = 3650;

/** Why a filter cannot be applied to a list with these fields, as a sentence; null if it can. */
export function filterProblem(filter: Filter, fields: ReadonlyMap<string, FilterField>): string | null {
  const conditions = conditionsOf(filter);
  if (conditions.length > MAX_FILTER_CONDITIONS)
    return `A filter can have at most ${MAX_FILTER_CONDITIONS} conditions; this one has ${conditions.length}. Clear it or remove some.`;
  for (const condition of conditions) {
    const problem = conditionProblem(condition, fields.get(condition.field));
    if (problem) return problem;
  }
  return null;
}

/** The same for one condition; `field` is undefined if the list has no such field. */
export function conditionProblem(
  { field: name, op, values }: FilterCondition,
  field: FilterField | undefined,
): string | null {
  if (!field)
    return `The filter uses the field “${name.slice(0, 60)}”, which does not exist here. Remove it from the filter.`;
  if (!isFilterOperator(op) || !operatorsOf(field).includes(op))
    return field.kind === 'presence'
      ? `${field.label} is encrypted: a filter can only check whether it is empty.`
      : `${field.label} cannot be filtered in this way (${operatorNamed(op).label}). Choose another condition or remove it.`;
  const { arity }: { arity: Arity } = FILTER_OPERATORS[op];
  const isComplete = arity === 'many' ? values.length > 0 : values.length === arity;
  if (!isComplete) return `Enter a value for ${field.label} in the filter.`;
  if (values.length > MAX_FILTER_VALUES)
    return `${field.label} can have at most ${MAX_FILTER_VALUES} values in a filter.`;
  return values.map((value) => valueProblem(field, op, value)).find((problem) => problem !== null) ?? null;
}

/** Days that PostgreSQL and the arithmetic of a filter can represent. */
const [MIN_DAY, MAX_DAY] = ['1800-01-01', '2999-12-31'];
const AMOUNT = /^-?\d{1,12}(\.\d{1,2})?$/;

function valueProblem(field: FilterField, op: FilterOperator, value: string): string | null {
  if (foldText(value) === '') return `Enter a value for ${field.label} in the filter.`;
  if (value.includes('\u0000'))
    return `The value for ${field.label} in the filter contains a null character. Enter it again without that character.`;
  if (value.length > MAX_FILTER_TEXT)
    return `The value for ${field.label} in the filter must be at most ${MAX_FILTER_TEXT} characters.`;
  if (op === 'next_days' || op === 'last_days' || op === 'birthday_days')
    return /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_FILTER_DAYS
      ? null
      : `Enter a number of days from 1 to ${MAX_FILTER_DAYS} for ${field.label}.`;
  if (field.kind === 'date' || field.kind === 'birth')
    return isCalendarDate(value) && value >= MIN_DAY && value <= MAX_DAY
      ? null
      : `Enter a date for ${field.label}, such as 11/20/2026.`;
  if (field.kind === 'money' || field.kind === 'number')
    return AMOUNT.test(value) ? null : `Enter an amount for ${field.label}, such as 250 or 99.50.`;
  if (field.kind === 'choice')
    return field.options?.some((option) => option.value === value)
      ? null
      : `“${value.slice(0, 60)}” is not a value of ${field.label}. Remove it from the filter.`;
  if (field.kind === 'agent')
    return value === 'me' || /^[1-9]\d{0,14}$/.test(value) ? null : `Choose an agent for ${field.label}.`;
  return null;
}
