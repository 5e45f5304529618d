import { addDays, foldText, phoneDigits } from '@ledgerline/contract/rules';
import { filterProblem } from '@ledgerline/contract/rules/filter-operators';
import {
  conditionsOf,
  type Filter,
  type FilterCondition,
  type FilterField,
  parseFilter,
  UNREADABLE_FILTER,
} from '@ledgerline/contract/rules/filters';
import { type AgentActor, brokerageDay, type Context } from '../context.ts';
import { wrongField } from '../errors.ts';

/** How a filtered field is stored; `presence` is null if the encrypted value is empty. */
type Storage = 'text' | 'phone' | 'day' | 'instant' | 'cents' | 'number' | 'choice' | 'agent' | 'presence';

/** A fixed SQL expression for a field: no caller input enters it. */
export interface FilterColumn {
  sql: string;
  storage: Storage;
  /**
   * For a column of another table: builds the condition that a record has a row there for which `condition` is true. A negation
   * means that it has none. `today` is a parameter.
   */
  having?: (condition: string, today: () => string) => string;
}

/** A valid filter, with what its relative values depend on. */
export interface AppliedFilter {
  filter: Filter;
  /** The brokerage's current date, 'YYYY-MM-DD'. */
  today: string;
  timeZone: string;
  /** The agent who is `me`. */
  agentId: number;
}

/** The filter of a request for a list with these fields. Throws validation_failed if it cannot be applied. */
export function applyFilter(
  { actor, deps }: Context<AgentActor>,
  text: string | undefined,
  fields: ReadonlyMap<string, FilterField>,
): AppliedFilter | undefined {
  if (text === undefined) return undefined;
  const filter = parseFilter(text);
  const problem = filter ? filterProblem(filter, fields) : UNREADABLE_FILTER;
  if (!filter || problem !== null) throw wrongField('filter', problem ?? '');
  if (filter.rules.length === 0) return undefined;
  return { filter, today: brokerageDay(deps), timeZone: deps.config.TIME_ZONE, agentId: actor.id };
}

/** Negations, and what they negate. */
const POSITIVE: ReadonlyMap<FilterCondition['op'], FilterCondition['op']> = new Map([
  ['is_not', 'is'],
  ['not_contains', 'contains'],
  ['is_none', 'is_any'],
]);

type Build = (condition: FilterCondition, column: string) => string;
type Parameter = (value: unknown) => string;

/**
 * A filter as an SQL condition. Its values are appended to `values`, which are the statement's parameters from 1 on; an
 * unknown field throws, because `applyFilter` has checked them.
 */
export function filterCondition(
  applied: AppliedFilter,
  columns: ReadonlyMap<string, FilterColumn>,
  values: unknown[],
): string {
  const { match, rules } = applied.filter;
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const one = (condition: FilterCondition): string => {
    const column = columns.get(condition.field);
    if (!column) throw new Error(`no column for the filtered field ${condition.field}`);
    const build = builders(applied, parameter)[column.storage];
    if (!column.having) return `(${build(condition, column.sql)})`;
    const op = POSITIVE.get(condition.op);
    const today = () => `${parameter(applied.today)}::date`;
    const has = column.having(build(op === undefined ? condition : { ...condition, op }, column.sql), today);
    return op === undefined ? `(${has})` : `(not ${has})`;
  };
  const [outer, inner] = match === 'all' ? ['and', 'or'] : ['or', 'and'];
  const parts = rules.map((rule) =>
    Array.isArray(rule) ? `(${rule.map(one).join(` ${inner} `)})` : one(rule),
  );
  return parts.length === 0 ? 'true' : `(${parts.join(` ${outer} `)})`;
}

/** Whether every field of a filter is among these columns. */
export const usesOnly = (filter: Filter, names: readonly string[]): boolean =>
  conditionsOf(filter).every(({ field }) => names.includes(field));

function builders(applied: AppliedFilter, parameter: Parameter): Record<Storage, Build> {
  const amountOf = (toStored: (value: string) => number | string, type: string): Build =>
    amountBuilder((value) => `${parameter(toStored(value))}::${type}`);
  const choiceOf = (toStored: (value: string) => number | string, type: string): Build =>
    choiceBuilder((all) => `${parameter(all.map(toStored))}::${type}[]`);
  return {
    text: textBuilder(parameter),
    phone: phoneBuilder(parameter),
    day: dateBuilder(applied, parameter, (column, sign, day) => `${column} ${sign} ${parameter(day)}::date`),
    instant: dateBuilder(applied, parameter, (column, sign, day) => {
      // Up to a day means before the day after it.
      const start = sign === '<=' ? addDays(day, 1) : day;
      const zone = parameter(applied.timeZone);
      const at = `${parameter(start)}::date::timestamp at time zone ${zone}::text`;
      return `${column} ${sign === '<=' ? '<' : '>='} (${at})`;
    }),
    cents: amountOf((dollars) => Math.round(Number(dollars) * 100), 'bigint'),
    number: amountOf((number) => number, 'numeric'),
    choice: choiceOf((value) => value, 'text'),
    agent: choiceOf((value) => (value === 'me' ? applied.agentId : Number(value)), 'bigint'),
    presence: ({ op }, column) => emptiness(op, column) ?? unexpected(op),
  };
}

/** `applyFilter` accepts no other operator for the field. */
function unexpected(op: string): never {
  throw new Error(`the operator ${op} does not apply to the column`);
}

function emptiness(op: string, column: string): string | null {
  if (op === 'is_empty') return `${column} is null`;
  return op === 'is_filled' ? `${column} is not null` : null;
}

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Texts are compared folded (decision 088). An empty text is not equal to any, so it matches the negations. */
function textBuilder(parameter: Parameter): Build {
  return ({ op, values: [value = ''] }, column) => {
    const empty = emptiness(op, `nullif(${column}, '')`);
    if (empty) return empty;
    const folded = `fold_text(coalesce(${column}, ''))`;
    if (op === 'contains') return `${folded} like ${parameter(pattern(foldText(value)))}`;
    if (op === 'not_contains') return `${folded} not like ${parameter(pattern(foldText(value)))}`;
    if (op === 'is') return `${folded} = ${parameter(foldText(value))}`;
    return op === 'is_not' ? `${folded} <> ${parameter(foldText(value))}` : unexpected(op);
  };
}

const NATIONAL = /^1(\d{10})$/;

/** By digits, with or without the country code 1, however the number is punctuated; a text without digits is compared as it is. */
function phoneBuilder(parameter: Parameter): Build {
  const text = textBuilder(parameter);
  return (condition, column) => {
    const [value = ''] = condition.values;
    const digits = phoneDigits(value).replace(NATIONAL, '$1');
    if (digits === '' || /[a-z]/i.test(value)) return text(condition, column);
    const stored = `regexp_replace(${column}, '\\D', '', 'g')`;
    return text({ ...condition, values: [digits] }, `regexp_replace(${stored}, '^1(\\d{10})$', '\\1')`);
  };
}

function amountBuilder(stored: (value: string) => string): Build {
  return ({ op, values: [first = '', second = first] }, column) => {
    const empty = emptiness(op, column);
    if (empty) return empty;
    if (op === 'is') return `${column} = ${stored(first)}`;
    if (op === 'is_not') return `${column} is distinct from ${stored(first)}`;
    if (op === 'at_least') return `${column} >= ${stored(first)}`;
    if (op === 'at_most') return `${column} <= ${stored(first)}`;
    if (op !== 'between') return unexpected(op);
    const [low, high] = Number(first) <= Number(second) ? [first, second] : [second, first];
    return `${column} between ${stored(low)} and ${stored(high)}`;
  };
}

function choiceBuilder(stored: (values: string[]) => string): Build {
  return ({ op, values }, column) => {
    const empty = emptiness(op, column);
    if (empty) return empty;
    if (op === 'is_any') return `${column} = any(${stored(values)})`;
    return op === 'is_none' ? `(${column} = any(${stored(values)})) is not true` : unexpected(op);
  };
}

type CompareDay = (column: string, sign: '>=' | '<=', day: string) => string;

function dateBuilder(applied: AppliedFilter, parameter: Parameter, compare: CompareDay): Build {
  return (condition, column) => {
    const { op } = condition;
    const special = emptiness(op, column) ?? birthday(applied, parameter, condition, column);
    if (special) return special;
    const { from, until } = daysOf(applied.today, condition);
    const bounds = [
      ...(from === undefined ? [] : [compare(column, '>=', from)]),
      ...(until === undefined ? [] : [compare(column, '<=', until)]),
    ];
    return bounds.length === 0 ? unexpected(op) : bounds.join(' and ');
  };
}

/** The first and last day that match. */
function daysOf(
  today: string,
  { op, values: [first = '', second = first] }: FilterCondition,
): { from?: string; until?: string } {
  if (op === 'is') return { from: first, until: first };
  if (op === 'before') return { until: addDays(first, -1) };
  if (op === 'after') return { from: addDays(first, 1) };
  if (op === 'between')
    return first <= second ? { from: first, until: second } : { from: second, until: first };
  if (op === 'next_days') return { from: today, until: addDays(today, Number(first)) };
  return op === 'last_days' ? { from: addDays(today, -Number(first)), until: today } : {};
}

const monthAndDay = (day: string): string => day.slice(5).replace('-', '');

function birthday(
  { today }: AppliedFilter,
  parameter: Parameter,
  { op, values: [value = ''] }: FilterCondition,
  column: string,
): string | null {
  if (op === 'birthday_month')
    return `extract(month from ${column}) = ${parameter(Number(today.slice(5, 7)))}::int`;
  if (op !== 'birthday_days') return null;
  if (Number(value) >= 365) return `${column} is not null`;
  const end = addDays(today, Number(value));
  // In a year without February 29, the birthday is on the day before, as PostgreSQL adds years.
  const isShortFebruary = end.endsWith('-02-28') && addDays(end, 1).endsWith('-03-01');
  const [from, until] = [monthAndDay(today), isShortFebruary ? '0229' : monthAndDay(end)];
  const at = `to_char(${column}, 'MMDD')`;
  const word = from <= until ? 'and' : 'or';
  return `(${at} >= ${parameter(from)} ${word} ${at} <= ${parameter(until)})`;
}
