import { domainToASCII } from 'node:url';
import { describe, expect, it } from 'vitest';
import { domainKey, emailKey } from './rules.ts';

describe('emailKey', () => {
  it.each([
    ['Maria@Example.com', 'maria@example.com'],
    [' maria@EXAMPLE.com ', 'maria@example.com'],
    ['Maria+Office@example.com', 'maria+office@example.com'],
    ['jörg@bücher.example', 'jörg@xn--bcher-kva.example'],
    ['jörg@XN--BCHER-KVA.example', 'jörg@xn--bcher-kva.example'],
    ['"a@b"@example.com', '"a@b"@example.com'],
  ])('%j is %j', (email, key) => {
    expect(emailKey(email)).toBe(key);
  });

  it.each([
    ['the Kelvin sign', 'mi\u212Ae@example.com', 'mike@example.com'],
    ['a dotless i', 'm\u0131ke@example.com', 'mike@example.com'],
    ['a dotted capital I', 'm\u0130ke@example.com', 'mike@example.com'],
    ['a long s', 'owner\u017F@example.com', 'owners@example.com'],
    ['a capital umlaut', 'J\u00D6RG@example.com', 'j\u00F6rg@example.com'],
    ['full-width letters', '\uFF4Dike@example.com', 'mike@example.com'],
    ['a Cyrillic domain', 'mike@ex\u0430mple.com', 'mike@example.com'],
  ])('does not treat %s as another letter', (_, one, other) => {
    expect(emailKey(one)).not.toBe(emailKey(other));
  });

  it.each(['', 'mike', '@example.com', 'mike@', 'mike@exa mple.com', 'mike@a..b^'])('rejects %j', (text) => {
    expect(emailKey(text)).toBe(null);
  });
});

it.each([
  'EXAMPLE.com',
  'b\u00FCcher.example',
  'B\u00DCCHER.example',
  'stra\u00DFe.example',
  '\u212Aelvin.example',
  '\uFF45xample.com',
  'xn--bcher-kva.example',
  'xn--',
  'a..b',
  'exa mple.com',
  'exam^ple.com',
  '1.2.3.4',
])('normalizes the domain %j as DNS does', (domain) => {
  expect(domainKey(domain) ?? '').toBe(domainToASCII(domain));
});
