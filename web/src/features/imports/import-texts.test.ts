import { describe, expect, test } from 'vitest';
import { columnOf, keysText, revertText, runText, sizeText } from './import-texts.ts';

const NO_COUNTS = {
  created: 0,
  updated: 0,
  skipped: 0,
  refused: 0,
  warnings: 0,
  reverted: 0,
  kept: 0,
  unconfirmed: 0,
};

describe('import texts', () => {
  test('a run states what it writes and what it skips', () => {
    expect(
      runText({
        kind: 'clients',
        counts: { ...NO_COUNTS, created: 1200, updated: 1, skipped: 1, refused: 2 },
      }),
    ).toBe(
      '1,200 clients will be created and 1 client will be updated. ' +
        '1 row will be skipped and 2 rows with errors will be left out.',
    );
    expect(runText({ kind: 'clients', counts: { ...NO_COUNTS, created: 1 } })).toBe(
      '1 client will be created.',
    );
  });

  test('a revert names the file and the numbers', () => {
    const counts = { ...NO_COUNTS, created: 3, updated: 1 };
    expect(revertText({ kind: 'clients', file_name: 'a.csv', counts })).toBe(
      'Reverting the import of “a.csv” deletes the 3 clients it created and restores the earlier values of the ' +
        '1 client it updated. Changes made since the import are kept.',
    );
  });

  test('a finding names the column as the file calls it', () => {
    const batch = { headers: ['X', 'Birthday'], mapping: [null, 'dob'] } as const;
    const mapped = { headers: [...batch.headers], mapping: [...batch.mapping] };
    expect(columnOf({ field: 'dob' }, mapped)).toBe('Birthday');
    expect(columnOf({ field: 'primary_email' }, mapped)).toBe('Primary email');
    expect(columnOf({ field: null }, mapped)).toBeNull();
  });

  test('matches and sizes are human-readable', () => {
    expect(keysText(['email', 'phone', 'name_dob'])).toBe('email, phone number and name with birth date');
    expect(sizeText(25 * 1024 * 1024)).toBe('25.0 MB');
    expect(sizeText(10)).toBe('1 KB');
  });
});
