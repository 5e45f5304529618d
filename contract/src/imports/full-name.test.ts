import { describe, expect, it } from 'vitest';
import { guessMapping } from './column-guess.ts';
import { guessNameColumn, isFullNameHeader } from './full-name.ts';

describe('a column with first and last name', () => {
  it.each([
    'Name',
    'FULL NAME',
    'full_name',
    'Client Name',
    'Insured',
    'Applicant: Name',
    "Member's Name",
    'Name (Last, First)',
    'Nombre completo',
    'Nome',
  ])('is %j', (header) => {
    expect(isFullNameHeader(header)).toBe(true);
  });

  it.each(['First name', 'Last name', 'Plan name', 'Spouse name', 'Username', 'Email', 'Agent name', ''])(
    'is not %j',
    (header) => {
      expect(isFullNameHeader(header)).toBe(false);
    },
  );

  it('is split only where no other column has a name', () => {
    const guess = (headers: string[]) => guessNameColumn(headers, guessMapping(headers));
    expect(guess(['ID', 'Name', 'Email'])).toBe(1);
    expect(guess(['Name', 'First name', 'Last name'])).toBeNull();
    expect(guess(['Email', 'Phone'])).toBeNull();
  });
});
