import { describe, expect, it } from 'vitest';
import { decideLink } from './rules.ts';

const now = new Date('2026-11-20T15:00:00Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const link = (hours: number) => ({ access_token_expires_at: inHours(hours) });
const input = (hours?: number) => ({ hours, defaultHours: 168, now });

describe('decideLink', () => {
  it.each([
    [
      'creates the first link for 168 hours',
      undefined,
      undefined,
      { action: 'create', expires_at: inHours(168) },
    ],
    [
      'creates the first link for the requested hours',
      undefined,
      24,
      { action: 'create', expires_at: inHours(24) },
    ],
    ['reuses an active link', link(5), undefined, { action: 'keep' }],
    ['replaces an expired link', link(-1), undefined, { action: 'create', expires_at: inHours(168) }],
    ['extends an active link', link(5), 72, { action: 'extend', expires_at: inHours(72) }],
    ['extends an expired link', link(-1), 24, { action: 'extend', expires_at: inHours(24) }],
    ['never shortens a link', link(100), 24, { action: 'keep' }],
  ])('%s', (_, existing, hours, expected) => {
    expect(decideLink(existing, input(hours))).toEqual(expected);
  });
});
