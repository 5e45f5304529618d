import { parseFieldValue } from '@ledgerline/contract/clients/field-values';
import { CLIENT_FIELDS, SECRET_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { describe, expect, it } from 'vitest';
import { buildClientValues } from './client-values.ts';
import { createRandom } from './random.ts';

const TODAY = '2026-11-20';
const people = (isFull: boolean, seed = 1) => {
  const random = createRandom(seed);
  return Array.from({ length: 300 }, () => buildClientValues(random, TODAY, isFull));
};

describe('demo clients', () => {
  it('are reproducible for a seed and differ between seeds', () => {
    expect(people(false)).toEqual(people(false));
    expect(people(false, 2)).not.toEqual(people(false));
  });

  it('contain only values that the product accepts unchanged', () => {
    for (const values of [...people(false), ...people(true)]) {
      for (const field of CLIENT_FIELDS) {
        const value = values[field.name] ?? null;
        if (value !== null)
          expect([field.name, parseFieldValue(field, value, { today: '2026-11-26' })]).toEqual([
            field.name,
            { ok: true, value },
          ]);
      }
    }
  });

  it('fill every field in full mode and leave gaps otherwise', () => {
    // The owner is assigned when the table is filled, because only that code knows the agents.
    const own = CLIENT_FIELDS.filter(({ kind }) => kind !== 'agent').map(({ name }) => name);
    for (const values of people(true)) {
      expect(own.filter((name) => values[name] === undefined || values[name] === null)).toEqual([]);
    }
    const filled = people(false).map(
      (values) => Object.values(values).filter((value) => value !== null).length,
    );
    expect([Math.max(...filled) < 155, new Set(filled).size > 20]).toEqual([true, true]);
  });

  it('contain no identifier that could belong to a real person', () => {
    for (const values of [...people(false), ...people(true)]) {
      for (const { name } of SECRET_FIELDS) {
        if (name.endsWith('ssn') && values[name]) expect(values[name]).toMatch(/^9\d\d-[1-4]\d-\d{4}$/);
      }
      for (const name of ['primary_phone', 'secondary_phone', 'employer_phone'] as const) {
        if (values[name]) expect(values[name]).toMatch(/^\(\d{3}\) 555-01\d\d$/);
      }
      for (const name of ['primary_email', 'secondary_email', 'employer_email'] as const) {
        if (values[name]) expect(values[name]).toMatch(/@example\.(com|org|net)$/);
      }
    }
  });
});
