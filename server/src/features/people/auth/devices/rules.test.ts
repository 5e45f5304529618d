import { describe, expect, it } from 'vitest';
import { deviceLabel, isNewDevice, shortened } from './rules.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the description of a device', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
      'Chrome on Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
      'Edge on Windows',
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 OPR/116.0.0.0`,
      'Opera on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPad',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${WEBKIT} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
      'Chrome on ChromeOS',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    ['curl/8.5.0', 'Program curl'],
    ['python-requests/2.32', 'Program python-requests'],
    ['node', 'Program node'],
    ['Mozilla/5.0 (Windows NT 10.0) Strange/1', 'A browser on Windows'],
    ['Mozilla/5.0', 'Unknown device'],
    ['<b>Bold</b>', 'Unknown device'],
    [null, 'Unknown device'],
  ])('%s is %s', (userAgent, label) => {
    expect(deviceLabel(userAgent)).toBe(label);
  });

  it('uses at most the maximum length of the user agent, in printable characters', () => {
    expect(shortened(undefined)).toBeNull();
    expect(shortened(' \u0000\n ')).toBeNull();
    expect(shortened('curl/8\u0000\n\u202e')).toBe('curl/8');
    expect(shortened('x'.repeat(5000))).toHaveLength(300);
  });
});

describe('a new device', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0';
  const newer = firefox.replaceAll('132', '133');
  const chrome = `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`;
  const now = { network: '203.0.113.7', user_agent: firefox };
  it.each([
    ['the first sign-in ever', [], false],
    ['the same browser at the same address', [now], false],
    ['a newer version of it', [{ ...now, user_agent: newer }], false],
    ['another browser at the same address', [{ ...now, user_agent: chrome }], true],
    ['the same browser elsewhere', [{ ...now, network: '203.0.113.8' }], true],
    ['an address from before browsers were recorded', [{ ...now, user_agent: null }], false],
    ['neither recorded', [{ network: null, user_agent: null }], true],
    ['one of several', [{ ...now, network: '203.0.113.8' }, now], false],
  ])('after %s', (_, used, isNew) => {
    expect(isNewDevice(used, now)).toBe(isNew);
  });
});
