import { describe, expect, it } from 'vitest';
import { clientListSearch, ledgerSearch } from './search.ts';

describe('the client list’s address', () => {
  it('keeps what the list knows', () => {
    const search = { status: 'lead', q: 'doe', sort: 'updated_at', direction: 'desc', page: 3 };
    expect(clientListSearch(search)).toEqual(search);
  });

  it('reads a search that looks like a number as text', () => {
    expect(clientListSearch({ q: 5551234 }).q).toBe('5551234');
  });

  it.each([
    { status: 'gone' },
    { sort: 'client_ssn' },
    { sort: 'toString' },
    { direction: 'up' },
    { page: 0 },
    { page: 1.5 },
    { page: 'two' },
    { q: '' },
    { q: ['a'] },
  ])('refuses %j, and says so for the key', (search) => {
    const [key = ''] = Object.keys(search);
    const read = new Map<string, unknown>(Object.entries(clientListSearch(search)));
    expect(read.has(key)).toBe(true);
    expect(read.get(key)).toBeUndefined();
  });
});

it('the ledger’s address may sort by any column', () => {
  expect(ledgerSearch({ sort: 'dob', direction: 'asc', status: 'new', page: 2 })).toEqual({
    sort: 'dob',
    direction: 'asc',
    status: 'new',
    q: undefined,
  });
});
