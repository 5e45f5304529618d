import { describe, expect, test } from 'vitest';
import { CLIENT_FILTER_FIELDS } from '../clients/filter-fields.ts';
import { filterSchema } from '../schemas.ts';
import {
  conditionProblem,
  filterProblem,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DAYS,
  MAX_FILTER_TEXT,
  MAX_FILTER_VALUES,
} from './filter-operators.ts';
import {
  conditionsOf,
  type Filter,
  type FilterCondition,
  filterText,
  parseFilter,
  readFilter,
} from './filters.ts';

const status: FilterCondition = { field: 'status', op: 'is_any', values: ['lead'] };
const problemOf = (field: string, op: FilterCondition['op'], ...values: string[]) =>
  conditionProblem({ field, op, values }, CLIENT_FILTER_FIELDS.get(field));

describe('reading a filter', () => {
  test('keeps conditions and groups, and reads numbers of a URL as texts', () => {
    const filter: Filter = {
      match: 'any',
      rules: [status, [{ field: 'dob', op: 'birthday_month', values: [] }, status]],
    };
    expect(readFilter(structuredClone(filter))).toEqual(filter);
    expect(parseFilter(JSON.stringify(filter))).toEqual(filter);
    expect(conditionsOf(filter).map(({ field }) => field)).toEqual(['status', 'dob', 'status']);
    expect(
      readFilter({ match: 'all', rules: [{ field: 'health_plan_premium', op: 'is', values: [12.5] }] }),
    ).toEqual({
      match: 'all',
      rules: [{ field: 'health_plan_premium', op: 'is', values: ['12.5'] }],
    });
  });

  test.each([
    ['no object', 'status'],
    ['null', null],
    ['a list', []],
    ['no match', { rules: [] }],
    ['no rules', { match: 'all' }],
    ['an operator that is not text', { match: 'all', rules: [{ ...status, op: 1 }] }],
    ['an empty group', { match: 'all', rules: [[]] }],
    ['a group in a group', { match: 'all', rules: [[[status]]] }],
    ['no field', { match: 'all', rules: [{ op: 'is', values: [] }] }],
  ])('rejects %s', (_, value) => expect(readFilter(value)).toBeUndefined());

  test('rejects a text that is not JSON', () => expect(parseFilter('{')).toBeUndefined());
});

test('a filter that is too long for a request is truncated, and rejected with a message', () => {
  const filter: Filter = { match: 'all', rules: [status] };
  expect(parseFilter(filterText(filter) ?? '')).toEqual(filter);
  const text = filterText({ match: 'all', rules: Array(1000).fill(status) });
  expect(text).toHaveLength(4001);
  expect(filterSchema.safeParse(text).error?.issues[0]?.message).toBe(
    'The filter is too long. Remove some conditions or values.',
  );
});

describe('a condition', () => {
  test.each<[Parameters<typeof problemOf>]>([
    [['status', 'is_any', 'lead', 'client']],
    [['client_last_name', 'contains', "O'Brien"]],
    [['client_last_name', 'contains', 'x'.repeat(MAX_FILTER_TEXT)]],
    [['dob', 'between', '1990-01-01', '1999-12-31']],
    [['next_f_u_date', 'next_days', '1']],
    [['next_f_u_date', 'next_days', String(MAX_FILTER_DAYS)]],
    [['health_plan_premium', 'at_least', '-99.50']],
    [['ssn', 'is_filled']],
    [['owner_agent_id', 'is_any', 'me', '7']],
  ])('%j can be applied', ([...condition]) => expect(problemOf(...condition)).toBeNull());

  test.each<[Parameters<typeof problemOf>, RegExp]>([
    [['nickname', 'is', 'x'], /uses the field “nickname”, which does not exist here\. Remove it/],
    [['height', 'is', '180'], /^Height is encrypted: a filter can only check whether it is empty\.$/],
    [['ssn', 'is', '123'], /^SSN is encrypted: a filter can only check whether it is empty\.$/],
    [
      ['status', 'contains', 'le'],
      /^Status cannot be filtered in this way \(contains\)\. Choose another condition or remove it\.$/,
    ],
    [['status', 'like', 'lead'], /in this way \(like\)/],
    [['status', 'toString', 'lead'], /in this way \(toString\)/],
    [['status', 'is_empty'], /in this way \(is empty\)/],
    [['status', 'is_any'], /^Enter a value for Status in the filter\.$/],
    [['status', 'is_any', 'gone'], /“gone” is not a value of Status/],
    [['status', 'is_any', ...Array(MAX_FILTER_VALUES + 1).fill('lead')], /at most 100 values/],
    [['dob', 'between', '1990-01-01'], /^Enter a value for Date of birth/],
    [['dob', 'is', '1990-02-30'], /^Enter a date for Date of birth/],
    [['dob', 'before', '0001-01-01'], /^Enter a date for Date of birth/],
    [['client_last_name', 'contains', ' \u200b '], /^Enter a value for Last name/],
    [['client_last_name', 'contains', 'x'.repeat(MAX_FILTER_TEXT + 1)], /at most 500 characters/],
    [['client_last_name', 'contains', 'a\u0000'], /contains a null character/],
    [['next_f_u_date', 'next_days', '0'], /number of days from 1 to 3650/],
    [['next_f_u_date', 'next_days', String(MAX_FILTER_DAYS + 1)], /number of days from 1 to 3650/],
    [['next_f_u_date', 'next_days', '1.5'], /number of days/],
    [['health_plan_premium', 'is', '1.234'], /^Enter an amount for/],
    [['health_plan_premium', 'is', '1e3'], /^Enter an amount for/],
    [['owner_agent_id', 'is_any', '0'], /^Choose an agent/],
    [['owner_agent_id', 'is_any', '1 or true'], /^Choose an agent/],
  ])('%j is rejected', ([...condition], message) => expect(problemOf(...condition)).toMatch(message));
});

test('a filter has at most 50 conditions, counted in groups', () => {
  const filterOf = (size: number): Filter => ({
    match: 'all',
    rules: [status, Array(size - 1).fill(status)],
  });
  expect(filterProblem(filterOf(MAX_FILTER_CONDITIONS), CLIENT_FILTER_FIELDS)).toBeNull();
  expect(filterProblem(filterOf(1000), CLIENT_FILTER_FIELDS)).toBe(
    'A filter can have at most 50 conditions; this one has 1000. Clear it or remove some.',
  );
});
