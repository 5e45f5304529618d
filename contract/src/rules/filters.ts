// Filters of lists: the URL and the API have the same structure. No schema library, because URLs are read in the first
// bundle.

/** What a field's values are, which decides its operators. `presence`: encrypted, so only whether it is empty. */
export type FilterKind =
  | 'text'
  | 'phone'
  | 'date'
  | 'birth'
  | 'money'
  | 'number'
  | 'choice'
  | 'agent'
  | 'presence';

/** One field or column by which a list can be filtered. */
export interface FilterField {
  readonly name: string;
  /** Unique within its list. */
  readonly label: string;
  readonly kind: FilterKind;
  /** Every record has a value, so that emptiness is not offered. */
  readonly isNeverEmpty?: boolean;
  /** Heading in the menu of fields. */
  readonly group: string;
  /** The values of a choice with their labels; suggestions for a text. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/**
 * One condition. Values are texts as a URL has them: dates as 'YYYY-MM-DD', amounts in dollars, agents by id, or `me`
 * for the caller.
 */
export interface FilterCondition {
  field: string;
  /** A FilterOperator, unless an older version or a person wrote the URL. */
  op: string;
  values: string[];
}

/** Conditions that must all match, or any of them. A nested list is a group that matches the other way. */
export interface Filter {
  match: 'all' | 'any';
  rules: (FilterCondition | FilterCondition[])[];
}

/** All conditions of a filter, including those of its groups. */
export const conditionsOf = ({ rules }: Filter): FilterCondition[] => rules.flat();

/** The names of the fields that a filter uses. */
export const filteredFields = (filter: Filter | undefined): string[] =>
  filter ? conditionsOf(filter).map(({ field }) => field) : [];

/**
 * The filter in a value of a URL or query, or undefined if it has another structure. Checks no field,
 * operator or value; see `filterProblem`.
 */
export function readFilter(value: unknown): Filter | undefined {
  if (!isObject(value) || (value.match !== 'all' && value.match !== 'any') || !Array.isArray(value.rules))
    return undefined;
  const rules: Filter['rules'] = [];
  for (const rule of value.rules) {
    const conditions = (Array.isArray(rule) ? rule : [rule]).map(readCondition);
    const complete = conditions.filter((condition) => condition !== undefined);
    if (complete.length !== conditions.length || complete.length === 0) return undefined;
    const [first] = complete;
    if (first) rules.push(Array.isArray(rule) ? complete : first);
  }
  return { match: value.match, rules };
}

/** The filter in a JSON text, or undefined. */
export function parseFilter(text: string): Filter | undefined {
  try {
    return readFilter(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Why a filter with another structure is rejected. */
export const UNREADABLE_FILTER = 'The filter cannot be read. Remove it from the address or build it again.';

/** The most characters of a filter in a request. */
export const MAX_FILTER_LENGTH = 4000;

/**
 * A filter as a request parameter. One that is too long is truncated: the server then rejects the filter with a message,
 * and not the whole request for its size.
 */
export const filterText = (filter: Filter | undefined): string | undefined =>
  filter && JSON.stringify(filter).slice(0, MAX_FILTER_LENGTH + 1);

function readCondition(value: unknown): FilterCondition | undefined {
  if (!isObject(value) || typeof value.field !== 'string' || typeof value.op !== 'string') return undefined;
  const values: unknown[] = Array.isArray(value.values) ? value.values : [];
  return {
    field: value.field,
    op: value.op,
    values: values.filter((each) => typeof each === 'string' || typeof each === 'number').map(String),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
