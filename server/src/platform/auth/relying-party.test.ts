import { describe, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import { relyingParty } from './relying-party.ts';

const partyAt = (origin: string | undefined, PUBLIC_URL?: string) =>
  relyingParty({ deps: { config: { PUBLIC_URL } as Config } as Deps, origin });

describe('the relying party of passkeys', () => {
  it.each([
    [
      'http://localhost:3000',
      undefined,
      { id: 'localhost', origins: ['https://localhost:3000', 'http://localhost:3000'] },
    ],
    ['https://portal.example', undefined, { id: 'portal.example', origins: ['https://portal.example'] }],
    // Behind a proxy that is not trusted.
    ['http://portal.example', undefined, { id: 'portal.example', origins: ['https://portal.example'] }],
    [
      'http://portal.example',
      'https://portal.example:8443/',
      { id: 'portal.example', origins: ['https://portal.example', 'https://portal.example:8443'] },
    ],
    [
      'http://other.example',
      'https://portal.example',
      { id: 'other.example', origins: ['https://other.example'] },
    ],
    ['http://127.0.0.1:3000', undefined, null],
    ['http://[::1]:3000', undefined, null],
    [undefined, 'https://portal.example', null],
  ])('under %s with PUBLIC_URL %s', (origin, publicUrl, party) => {
    expect(partyAt(origin, publicUrl)).toEqual(party);
  });
});
