import { describe, expect, it } from 'vitest';
import { customerBody, plausibleEmail, plausiblePhone, splitName } from './customers.ts';

describe('name', () => {
  it.each([
    ['Zoe', { given_name: 'Zoe' }],
    ['Zoe Ward', { given_name: 'Zoe', family_name: 'Ward' }],
    ['  Anna   Maria Ward ', { given_name: 'Anna Maria', family_name: 'Ward' }],
    ['Ward, Zoe', { given_name: 'Zoe', family_name: 'Ward' }],
    ['John Ward Jr.', { given_name: 'John', family_name: 'Ward Jr.' }],
    ['John Ward, Jr.', { given_name: 'John', family_name: 'Ward, Jr.' }],
    ['', {}],
  ])('%s is split', (name, parts) => {
    expect(splitName(name)).toEqual(parts);
  });
});

describe('phone number', () => {
  it.each([
    ['(212) 555-0100', '+12125550100'],
    ['1-212-555-0100', '+12125550100'],
    ['+1 212 555 0100', '+12125550100'],
    ['+44 20 7946 0958', '+442079460958'],
    ['212 555', null],
    ['012 555 0100', null],
    ['555 123 4567 ext 2', null],
    ['', null],
    [null, null],
  ])('%s is sent as %s', (phone, expected) => {
    expect(plausiblePhone(phone)).toBe(expected);
  });
});

it.each([
  [' zoe@example.com ', 'zoe@example.com'],
  ['zoe@example', null],
  ['zoe', null],
  [`${'z'.repeat(250)}@example.com`, null],
  [null, null],
])('sends the email address %s as %s', (email, expected) => {
  expect(plausibleEmail(email)).toBe(expected);
});

it('always has a name, and omits values that Square would reject', () => {
  expect(customerBody({ reference: '7', name: ' ', email: 'x', phone: '1' })).toEqual({
    given_name: 'Client 7',
    reference_id: '7',
  });
});
