import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { isAddressPart } from '@ledgerline/contract/imports/column-targets';
import type { Import } from '@ledgerline/contract/imports/endpoints';
import { describe, expect, test } from 'vitest';
import {
  addressPreview,
  choicesOf,
  importedCount,
  mappedCount,
  mappingAfterSplit,
  mappingProblem,
  missingFor,
  samplesOf,
  withField,
} from './mapping.ts';

describe('the mapping of columns to fields', () => {
  test('assigning a field to a column removes it from its previous column', () => {
    const mapping = withField(['primary_email', null, 'dob'], 1, 'primary_email');
    expect(mapping).toEqual([null, 'primary_email', 'dob']);
    expect(mappedCount(mapping)).toBe(2);
  });

  test('a split name counts as one file column', () => {
    const split = { headers: ['Name', 'Email', 'Name (first name)', 'Name (last name)'], name_column: 0 };
    expect(importedCount([null, 'primary_email', 'client_first_name', 'client_last_name'], split)).toBe(2);
    expect(importedCount([null, null, null, 'client_last_name'], split)).toBe(1);
    expect(importedCount([null, 'primary_email', null, null], split)).toBe(1);
    const full = { headers: ['First', 'Email'], name_column: null };
    expect(importedCount(['client_first_name', 'primary_email'], full)).toBe(2);
  });

  test('any number of columns can be skipped', () => {
    expect(withField([null, 'dob', null], 1, null)).toEqual([null, null, null]);
  });

  test('choosing a column’s current field changes nothing', () => {
    expect(withField(['dob', 'notes'], 0, 'dob')).toEqual(['dob', 'notes']);
  });

  test.each([
    [[null, null], 'At least one column must be imported.'],
    [['dob', 'notes'], expect.stringContaining('first name, last name, primary email or primary phone')],
    [['dob', 'primary_phone'], null],
    [[null, 'client_last_name'], null],
  ] as const)('the mapping %j has the problem %s', (mapping, problem) => {
    expect(mappingProblem(mapping)).toEqual(problem);
  });

  test('every catalog field is offered once, under its card, after "Do not import"', () => {
    const [first, second, ...cards] = choicesOf('clients');
    expect(first).toEqual({ value: 'none', label: 'Do not import' });
    expect(second).toEqual({ value: 'whole_name', label: 'Full name (split into first and last)' });
    const offered = cards.flatMap((card) => ('items' in card ? card.items.map(({ value }) => value) : []));
    expect(offered.filter((value) => !isAddressPart(value))).toEqual(CLIENT_FIELDS.map(({ name }) => name));
    expect(offered.filter(isAddressPart)).toEqual(['address_line_2', 'city', 'state', 'zip']);
  });
});

describe('a column that was split', () => {
  const after = {
    headers: ['Name', 'Email', 'Name (first name)', 'Name (last name)'],
    mapping: [null, 'primary_email', 'client_first_name', 'client_last_name'],
    name_column: 0,
  } as unknown as Import;

  test('keeps the other columns’ choices and takes over the names', () => {
    expect(mappingAfterSplit(['client_first_name', 'secondary_email'], after)).toEqual([
      null,
      'secondary_email',
      'client_first_name',
      'client_last_name',
    ]);
  });

  test('has only the file’s columns after being rejoined', () => {
    const joined = {
      ...after,
      headers: ['Name', 'Email'],
      mapping: [null, 'primary_email'],
      name_column: null,
    };
    const before = [null, 'secondary_email', 'client_first_name', 'client_last_name'] as const;
    expect(mappingAfterSplit(before, joined as Import)).toEqual([null, 'secondary_email']);
  });
});

describe('match keys', () => {
  test('require the columns they compare', () => {
    expect(missingFor('email', ['primary_email'])).toEqual([]);
    expect(missingFor('phone', ['primary_email'])).toEqual(['Primary phone']);
    expect(missingFor('name_dob', ['client_first_name'])).toEqual(['Last name', 'Date of birth']);
  });
});

describe('the examples of a column', () => {
  const sample = [['123-45-6789'], [''], ['123-45-6789'], ['987-65-4321'], ['a'], ['b']];

  test('are the first three distinct values', () => {
    expect(samplesOf(sample, 0, null)).toEqual(['123-45-6789', '987-65-4321', 'a']);
  });

  test('are masked as soon as the column becomes a secret', () => {
    const shown = samplesOf(sample, 0, 'ssn').join(' ');
    expect(shown).toContain('6789');
    expect(shown).not.toContain('123-45');
  });

  test('are not masked twice when the server has masked them', () => {
    const masked = samplesOf(sample.slice(0, 1), 0, 'ssn');
    expect(samplesOf([masked], 0, 'ssn')).toEqual(masked);
  });

  test('are empty when the rows have no such cell', () => {
    expect(samplesOf([['x'], []], 1, null)).toEqual([]);
  });
});

describe('the columns of an address', () => {
  const sample = [
    ['', '', '', ''],
    ['12 Main St', 'Miami', 'Florida', '33101'],
  ];

  test('are shown combined', () => {
    expect(addressPreview(sample, ['address', 'city', 'state', 'zip'])).toBe('12 Main St, Miami, FL 33101');
    expect(addressPreview(sample, ['address', null, null, null])).toBeNull();
  });
});
