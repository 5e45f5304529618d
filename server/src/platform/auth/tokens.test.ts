import { describe, expect, it } from 'vitest';
import { createTokenSigner } from './tokens.ts';

const tokens = createTokenSigner(Buffer.alloc(48, 7));
const others = createTokenSigner(Buffer.alloc(48, 8));
const NOW = new Date('2026-11-20T15:00:00Z');
const LATER = new Date('2026-11-20T16:00:00Z');
const KEY = 'k'.repeat(32);

describe('the token of a secure link', () => {
  it('contains its key, in three parts that fit a QR code', () => {
    const token = tokens.signLink(KEY);
    expect(tokens.readLink(token)).toBe(KEY);
    expect(token.split('.')).toHaveLength(3);
    expect(token.length).toBeLessThan(60);
  });

  it.each([
    ['another key', (token: string) => token.replace('k', 'j')],
    ['another prefix', (token: string) => token.replace('l.', 'm.')],
    ['a shortened end', (token: string) => token.slice(0, -1)],
    ['an extended end', (token: string) => `${token}A`],
    ['a fourth part', (token: string) => `${token}.a`],
    [
      'different trailing bits of the same bytes',
      (token: string) => `${token.slice(0, -1)}${token.endsWith('g') ? 'h' : 'B'}`,
    ],
    ['nothing', () => ''],
    ['two parts', () => `l.${KEY}`],
  ])('is rejected with %s', (_, change) => {
    expect(tokens.readLink(change(tokens.signLink(KEY)))).toBeNull();
  });

  it('is rejected from another installation, and is not accepted as a ticket', () => {
    expect(tokens.readLink(others.signLink(KEY))).toBeNull();
    expect(tokens.readTicket('file', tokens.signLink(KEY), NOW)).toBeNull();
  });
});

describe('the link token of the first released version', () => {
  /** Created by that version with the same secret, for the key below. */
  const FIRST =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJsaWQiOiJxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcSJ9.LYcG0PJeyLKupv_D2xVzZIOHyYuDKGwSdcNhnSWx-AY';
  const FIRST_KEY = 'q'.repeat(32);

  it('still contains its key', () => {
    expect(tokens.readLink(FIRST)).toBe(FIRST_KEY);
  });

  it.each([
    ['another signature', () => `${FIRST.slice(0, -2)}AA`],
    ['other claims', () => FIRST.replace('.eyJ', '.eyK')],
    ['a fourth part', () => `${FIRST}.a`],
    ['no signature', () => FIRST.replace(/[^.]+$/, '')],
  ])('is rejected with %s', (_, change) => {
    expect(tokens.readLink(change())).toBeNull();
  });

  it("is rejected by another installation, and is not accepted as an agent's token", () => {
    expect(others.readLink(FIRST)).toBeNull();
    expect(tokens.readAgent(FIRST, NOW)).toBeNull();
    const agent = { id: 1, sid: 1, is_owner: true, is_developer: false, has_all_staff_access: false };
    expect(tokens.readLink(tokens.signAgent(agent, LATER))).toBeNull();
  });
});

describe('a ticket', () => {
  it('contains its claims until it expires', () => {
    const ticket = tokens.signTicket('signing', { envelopeId: 'e' }, LATER);
    expect(tokens.readTicket('signing', ticket, NOW)).toMatchObject({ envelopeId: 'e' });
    expect(tokens.readTicket('signing', ticket, LATER)).toBeNull();
  });

  it('is valid for its own purpose only', () => {
    const ticket = tokens.signTicket('signing', { key: 'a' }, LATER);
    expect(tokens.readTicket('file', ticket, NOW)).toBeNull();
    expect(tokens.readAgent(ticket, NOW)).toBeNull();
    expect(tokens.readLink(ticket)).toBeNull();
  });
});
