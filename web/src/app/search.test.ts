import { describe, expect, it } from 'vitest';
import {
  clientListSearch,
  documentViewerSearch,
  formsSearch,
  ledgerSearch,
  paymentsSearch,
  recurringPaymentsSearch,
  todaySearch,
} from './search.ts';

describe('the client list’s URL', () => {
  it('keeps the supported parameters', () => {
    const search = { status: 'lead', q: 'doe', sort: 'updated_at', direction: 'desc', page: 3 };
    expect(clientListSearch(search)).toEqual(search);
  });

  it('keeps up to two further sort keys that the list knows', () => {
    expect(clientListSearch({ then_by: '-status,nope,name,updated_at' }).then_by).toBe('-status,updated_at');
    expect(clientListSearch({ then_by: 'name' }).then_by).toBeUndefined();
    expect(paymentsSearch({ sort: 'amount', then_by: 'amount,created' }).then_by).toBe('created');
  });

  it('has no filter without conditions', () => {
    const filter = { match: 'all', rules: [{ field: 'ssn', op: 'is_empty', values: [] }] };
    expect(clientListSearch({ filter }).filter).toEqual(filter);
    expect(clientListSearch({ filter: { match: 'all', rules: [] } }).filter).toBeUndefined();
    expect(recurringPaymentsSearch({ filter, tab: 'upcoming' })).toEqual({ filter, tab: 'upcoming' });
  });

  it.each([
    ['a filter that was cut off', { filter: '{"match":"all","rules":[{"fi' }, true],
    ['an empty one', { filter: '' }, true],
    ['one with an unknown match', { filter: { match: 'none', rules: [] } }, true],
    ['no filter, after another change', { lost_filter: true }, true],
    ['a new filter', { filter: { match: 'any', rules: [] }, lost_filter: true }, undefined],
    ['no filter', {}, undefined],
  ])('sets lost_filter if the filter cannot be read: %s', (_, search, lost_filter) => {
    expect(clientListSearch(search)).toEqual({ lost_filter });
    expect(ledgerSearch(search)).toEqual({ lost_filter });
  });

  it('keeps a numeric search as text', () => {
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
  ])('rejects %j and reports the key', (search) => {
    const [key = ''] = Object.keys(search);
    const read = new Map<string, unknown>(Object.entries(clientListSearch(search)));
    expect(read.has(key)).toBe(true);
    expect(read.get(key)).toBeUndefined();
  });
});

it('the ledger’s URL accepts any column as sort', () => {
  expect(ledgerSearch({ owner: 'me' }).owner).toBe('me');
  expect(ledgerSearch({ owner: '7' }).owner).toBeUndefined();
  expect(ledgerSearch({ sort: 'dob', direction: 'asc', status: 'new', page: 2 })).toEqual({
    sort: 'dob',
    direction: 'asc',
    status: 'new',
    q: undefined,
  });
});

describe('the document viewer’s URL', () => {
  it.each([
    [{ formId: 3 }, 3],
    [{ formId: '12' }, 12],
    [{ formId: 'abc' }, undefined],
    [{ formId: -1 }, undefined],
    [{}, undefined],
  ])('%j names the form %s', (search, formId) => {
    expect(documentViewerSearch(search)).toEqual({ formId });
  });
});

describe('the forms area’s URL', () => {
  it('keeps the tab, the order and the filters', () => {
    const search = {
      view: 'submissions',
      order: 'date',
      q: 'doe',
      type: 'Web Form',
      modified: '30',
      form: 4,
      status: 'alert',
    };
    expect(formsSearch(search)).toEqual(search);
    expect(formsSearch({ view: 'templates', modified: 7 })).toMatchObject({
      view: 'templates',
      modified: '7',
    });
  });

  it.each([
    { view: 'other' },
    { order: 'name' },
    { type: 'toString' },
    { modified: '8' },
    { form: 'x' },
    { status: 'all' },
  ])('rejects %j', (search) => {
    expect(Object.values(formsSearch(search)).every((value) => value === undefined)).toBe(true);
  });
});

describe('the URL of Payments & Invoices', () => {
  it('keeps filters, toggles, search, sort, page and the open invoice', () => {
    const narrowed = { status: 'partially_paid', account: 'BFA', recurring: true, pending: true, q: 'doe' };
    const search = { ...narrowed, sort: 'amount', direction: 'asc', page: 3, create: true, invoice: 7 };
    expect(paymentsSearch(search)).toEqual(search);
  });

  it('rejects unknown values', () => {
    const search = { status: 'gone', account: 'X', recurring: 'yes', sort: 'toString', page: 0, invoice: -1 };
    const read = Object.entries(paymentsSearch(search));
    expect(read.filter(([, value]) => value !== undefined)).toEqual([]);
  });
});

it('Today’s URL names the owner filter unless it is the agent’s own', () => {
  expect(todaySearch({ owner: 'nobody' }).owner).toBe('nobody');
  expect(todaySearch({ owner: 'everybody' }).owner).toBe('everybody');
  expect(todaySearch({ owner: 'me' }).owner).toBeUndefined();
  expect(todaySearch({ owner: 12 }).owner).toBe(12);
});
