import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientFieldError, clientStatus } from './client-fields.ts';
import { pastedPhone, phoneDigits, phoneDisplay, textLink } from './phone.ts';

describe('clientFieldError', () => {
  const email = 'Please enter a valid email address';
  const phone = 'Please enter a valid phone number';

  it.each([
    ['client_first_name', '  ', 'First name is required'],
    ['client_first_name', null, 'First name is required'],
    ['client_first_name', 'Ann', null],
    ['client_last_name', '', 'Last name is required'],
    ['client_last_name', 'Lee', null],
    ['primary_email', 'abc', email],
    ['client_email', 'a@b', email],
    ['client_email', 'a b@c.co', email],
    ['client_email', 'a@b..co', email],
    ['client_email', 'a@@b.co', email],
    ['primary_email', ' a.b+c@mail.example.co ', null],
    ['primary_email', '', null],
    ['primary_phone', '555.123.4567', phone],
    ['client_phone', '555x', phone],
    ['client_phone', '+1 (555) 123-4567', null],
    ['client_phone', null, null],
    ['notes', '', null],
  ])('formats %s %j as %s', (field, value, message) => {
    expect(clientFieldError({ field, value })).toBe(message);
  });
});

describe('clientStatus', () => {
  it.each([
    ['', 'new'],
    [null, 'new'],
    [undefined, 'new'],
    [' ', 'new'],
    ['Lead', 'lead'],
    ['inactive', 'inactive'],
    ['client', 'client'],
    ['archived', 'new'],
  ])('%j counts as %s', (stored, status) => {
    expect(clientStatus(stored)).toBe(status);
  });
});

describe('a pasted phone', () => {
  it.each([
    ['305.555.0123', '305-555-0123'],
    ['305/555-0123', '305-555-0123'],
    ['305 – 555 – 0123', '305 - 555 - 0123'],
    ['+1.305.555.0123', '+1-305-555-0123'],
    ['305.555.0123 ext. 12', '305-555-0123 (12)'],
    ['305.555.0123 Ext 12', '305-555-0123 (12)'],
    ['(305) 555-0123, extension 12', '(305) 555-0123 (12)'],
    ['305-555-0123x12', '305-555-0123 (12)'],
    ['305-555-0123 (x12)', '305-555-0123 (12)'],
    ['\u202a305\u00a0555\u00a00123\u202c', '305 555 0123'],
    ['3055550123', '3055550123'],
    ['', ''],
  ])('%j is stored as %j', (text, stored) => {
    expect(pastedPhone(text)).toBe(stored);
    expect(clientFieldError({ field: 'primary_phone', value: pastedPhone(text) })).toBeNull();
  });

  it.each(['N/A', '555x', 'x12', '305-555-0123 (home)', 'call Ana'])('returns none for %j', (text) => {
    expect(clientFieldError({ field: 'primary_phone', value: pastedPhone(text) })).toBe(
      'Please enter a valid phone number',
    );
  });
});

describe('phones', () => {
  it.each([
    ['5551234567', '(555) 123-4567'],
    ['15551234567', '(555) 123-4567'],
    ['+1 (555) 123-4567', '(555) 123-4567'],
    ['25551234567', '25551234567'],
    ['555-1234', '555-1234'],
    ['', 'No phone'],
    ['  ', 'No phone'],
    [null, 'No phone'],
  ])('shows %j as %s', (phone, text) => {
    expect(phoneDisplay(phone)).toBe(text);
  });

  it('shows every ten digits alike, however they were typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10}$/), (digits) => {
        const shown = phoneDisplay(digits);
        expect(phoneDigits(shown)).toBe(digits);
        expect(phoneDisplay(shown)).toBe(shown);
        expect(phoneDisplay(`1${digits}`)).toBe(shown);
      }),
    );
  });

  it.each([
    [{ phone: '(555) 123-4567', mobile_domain: 'vtext.com' }, 'mailto:5551234567@vtext.com'],
    [{ phone: '15551234567', mobile_domain: '@vtext.com' }, 'mailto:5551234567@vtext.com'],
    [
      { phone: '5551234567', mobile_domain: '', lookup_url: 'https://l.test/{digits}' },
      'https://l.test/5551234567',
    ],
    [{ phone: '5551234567', mobile_domain: 'a?bcc=b', lookup_url: 'https://l.test' }, 'https://l.test'],
    [{ phone: '5551234567' }, null],
    [{ phone: '5551234', mobile_domain: 'vtext.com', lookup_url: 'https://l.test' }, null],
    [{ phone: null, mobile_domain: 'vtext.com' }, null],
  ])('%j links to %s', (input, link) => {
    expect(textLink(input)).toBe(link);
  });
});
