import { signIn } from '@ledgerline/contract/auth/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { expect, it } from 'vitest';
import { PUBLIC_SETTINGS, SIGN_IN } from './light-endpoints.ts';

it.each([
  [SIGN_IN, signIn],
  [PUBLIC_SETTINGS, getPublicSettings],
])('$path has the URL of the contract', (light, { method, path }) => {
  expect(light).toEqual({ method, path });
});
