import { expect, it } from 'vitest';
import { hash } from './quick-argon2.ts';

const OWASP = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

it.each([
  ['a lower cost', { ...OWASP, memoryCost: 19_455 }, 'memoryCost is below 19456'],
  ['an omitted cost', { memoryCost: OWASP.memoryCost, parallelism: 1 }, 'timeCost is below 2'],
])('rejects %s', async (_, cost, message) => {
  await expect(hash('correct horse', cost)).rejects.toThrow(message);
});

it('accepts the minimum', async () => {
  expect(await hash('correct horse', OWASP)).toContain('$argon2id$');
});
