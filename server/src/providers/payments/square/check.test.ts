import { ACCOUNT_NAMES } from '@ledgerline/contract/rules';
import { describe, expect, it } from 'vitest';
import { checkSquare } from './check.ts';
import { useSquareWorld } from './testing/square-world.ts';

const { fake, options } = useSquareWorld();

describe('check', () => {
  const problems = async (environment: Record<string, string> = {}) =>
    (await checkSquare(options(environment))).filter(({ ok }) => !ok);

  it('reports both accounts as correct', async () => {
    const lines = await checkSquare(options());
    expect(lines.map(({ part, what }) => `${part}: ${what}`)).toEqual(
      ACCOUNT_NAMES.flatMap((account) =>
        ['location', 'token', 'webhook'].map(
          (name) => `payments_${account.toLowerCase()}: square ${account} ${name}`,
        ),
      ),
    );
    expect(lines.filter(({ ok }) => !ok)).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain(fake.merchant('BFS').token);
  });

  it.each([
    [{ SQUARE_BFA_LOCATION_ID: 'L0' }, 'square BFA location', /LOCATION_ID is not a location of this token/],
    [{ SQUARE_BFA_MERCHANT_ID: 'M0' }, 'square BFA location', /MERCHANT_ID is M0/],
    [{ SQUARE_BFA_WEBHOOK_KEYS: '' }, 'square BFA webhook', /WEBHOOK_KEYS is not set/],
    [
      { SQUARE_BFS_WEBHOOK_URL: 'http://portal.test/api/webhooks/payments/BFS' },
      'square BFS webhook',
      /not https/,
    ],
    [
      { SQUARE_BFA_WEBHOOK_URL: 'https://portal.test/api/webhooks/payments/BFS' },
      'square BFA webhook',
      /does not end with \/api\/webhooks\/payments\/BFA/,
    ],
  ])('reports what is wrong with %j', async (environment, what, detail) => {
    expect(await problems(environment)).toEqual([
      expect.objectContaining({ what, detail: expect.stringMatching(detail) }),
    ]);
  });

  it('reports a token that is not accepted', async () => {
    fake.setToken('BFS', 'expired');
    const found = await problems();
    expect(found.map(({ what }) => what)).toEqual(['square BFS location', 'square BFS token']);
    for (const { detail } of found) expect(detail).toContain('check SQUARE_BFS_ACCESS_TOKEN');
    fake.setToken('BFS', 'active');
  });
});
