import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { addressNotes, hasAddressForJobs, PUBLIC_URL_MISSING } from './public-address.ts';

describe('the startup notes about the address', () => {
  const notes = (environment: Record<string, string>) => addressNotes(readConfig(environment));

  it('report that PUBLIC_URL is missing, and that other machines get no response in that case', () => {
    expect(notes({ PUBLIC_URL: 'https://portal.example', HOST: '0.0.0.0' })).toEqual([]);
    expect(notes({})).toEqual([PUBLIC_URL_MISSING]);
    expect(notes({ HOST: '::1' })).toEqual([PUBLIC_URL_MISSING]);
    expect(notes({ HOST: '0.0.0.0', ALLOWED_HOSTS: '192.168.1.5' })).toEqual([PUBLIC_URL_MISSING]);
    expect(notes({ HOST: '0.0.0.0' })).toEqual([
      PUBLIC_URL_MISSING,
      'HOST is 0.0.0.0, but other machines get no response until PUBLIC_URL or ALLOWED_HOSTS is set.',
    ]);
  });
});

describe('an emailed link of a job', () => {
  it.each([
    [{ PUBLIC_URL: 'https://portal.example', HOST: '0.0.0.0' }, true],
    [{}, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ ALLOWED_HOSTS: 'portal.example' }, false],
  ])('with %j leads to the portal: %j', (environment, expected) => {
    expect(hasAddressForJobs(readConfig(environment))).toBe(expected);
  });
});
