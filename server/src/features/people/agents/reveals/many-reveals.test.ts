import { reauthenticate } from '@ledgerline/contract/auth/reauthentication/endpoints';
import { revealClientField } from '@ledgerline/contract/clients/endpoints';
import { expect, it } from 'vitest';
import { buildClient, PASSWORD, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

it('requires re-authentication for the 21st reveal of a day', async () => {
  const { token } = await signInAs(t.current);
  const agent = t.current.withToken(token);
  const id = await buildClient(t.current, { ssn: '123-45-6789' });
  const reveal = () => agent.call(revealClientField, { params: { id }, body: { field: 'ssn' } });
  t.current.clock.advance(20 * 60_000);
  for (let n = 0; n < 20; n += 1) expect((await reveal()).status).toBe(200);
  expect((await reveal()).error.code).toBe('proof_needed');
  await agent.call(reauthenticate, { body: { password: PASSWORD } });
  expect((await reveal()).body.value).toBe('123-45-6789');
});
