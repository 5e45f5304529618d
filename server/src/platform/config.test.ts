import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('has a value for everything, and takes empty variables as left out', () => {
    const config = readConfig({ PORT: '', DATABASE_URL: '' });
    expect(config.DATABASE_URL).toBe(undefined);
    expect(config).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      dataDir: path.resolve('data'),
      NODE_ENV: 'production',
      CARD_SECURITY_CODE: 'keep',
    });
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['CARD_SECURITY_CODE', 'maybe'],
    ['TRUST_PROXY', 'sometimes'],
    ['OWNER_EMAIL', 'nobody'],
    ['SIGN_IN_HOURS', '0'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: .+\\.$`));
  });

  it('never repeats a password, secret or address with credentials', () => {
    for (const name of ['OWNER_PASSWORD', 'TOKEN_SECRET', 'METRICS_TOKEN', 'DATABASE_URL']) {
      expect(() => readConfig({ [name]: 'abc' })).toThrow(/set to "hidden"/);
    }
  });
});
