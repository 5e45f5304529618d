import { signIn } from '@ledgerline/contract/auth/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { expect, it } from 'vitest';
import { PUBLIC_SETTINGS, SIGN_IN } from './light-endpoints.ts';

it.each([
  [SIGN_IN, signIn],
  [PUBLIC_SETTINGS, getPublicSettings],
])('$name has the URL of the contract', (light, { name, method, path }) => {
  expect(light).toEqual({ name, method, path });
});
