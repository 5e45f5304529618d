import { updateAgent } from '@ledgerline/contract/agents/endpoints';
import { signOut } from '@ledgerline/contract/auth/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { openEnvelope, openSigning, saveSigningProgress } from '@ledgerline/contract/signing/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { afterEach, describe, expect, it } from 'vitest';
import { buildAgent, buildClient, signInAs, signInOf } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
afterEach(() => t.current.clock.set(TEST_NOW));

/** An advisor at the signing screen of a form whose client has another agent. */
async function signing() {
  const owner = await signInAs(t.current, { is_owner: true, is_advisor: true, has_all_staff_access: true });
  await owner.call(syncTemplates);
  const { forms } = (await owner.call(listTemplates)).body;
  const template = forms.find(({ form_name_agent }) => form_name_agent === 'Advisory Agreement');
  const advisor = await signInAs(t.current, { is_advisor: true });
  const holder = await buildAgent(t.current);
  const clientId = await buildClient(t.current, { owner_agent_id: holder.id } as never);
  const link = await owner.call(createClientLink, { body: { formId: template?.id ?? 0, clientId } });
  const { body } = await advisor.call(openEnvelope, { params: { id: String(link.body.data.sessionFormId) } });
  const ticket = new URL(body.embedded_url, 'http://localhost').pathname.split('/').at(-1) ?? '';
  const screen = t.current.withToken(ticket);
  expect((await screen.call(openSigning)).status).toBe(200);
  return { owner, advisor, screen };
}

const MINUTE = 60_000;

describe('an advisor who fills in a document', () => {
  const SCREEN = { headers: { 'x-screen': '1' } };

  /** A browser sign-in, which locks after 30 idle minutes. */
  async function signingAtScreen() {
    const { advisor, screen } = await signing();
    await advisor.call(listClients, SCREEN);
    const isScreen = async () =>
      (
        await t.current.deps.database.query(
          'select from sign_ins where id = $1 and last_active_at is not null',
          [signInOf(advisor.token)],
        )
      ).length;
    await expect.poll(isScreen).toBe(1);
    return {
      look: async () => {
        const draft = { version: 0, device: 'tab', save: 1, typed: {} };
        return (await screen.call(saveSigningProgress, { body: { values: {}, draft } })).status;
      },
      save: async () => (await screen.call(saveSigningProgress, { body: { values: {} } })).status,
      open: async () => (await screen.call(openSigning)).status,
      portal: async () => (await advisor.call(listClients, SCREEN)).status,
    };
  }

  it('stays signed in while entries are saved or the page is opened', async () => {
    const at = await signingAtScreen();
    t.current.clock.advance(20 * MINUTE);
    expect(await at.save()).toBe(200);
    t.current.clock.advance(20 * MINUTE);
    expect(await at.open()).toBe(200);
    t.current.clock.advance(19 * MINUTE);
    expect([await at.save(), await at.portal()]).toEqual([200, 200]);
  });

  it('is locked after 30 minutes without activity, and saving does not unlock', async () => {
    const at = await signingAtScreen();
    t.current.clock.advance(20 * MINUTE);
    expect(await at.save()).toBe(200);
    t.current.clock.advance(30 * MINUTE);
    expect([await at.save(), await at.portal(), await at.save()]).toEqual([401, 403, 401]);
  });

  it('is locked also while an open page only looks for the entries of other devices', async () => {
    const at = await signingAtScreen();
    t.current.clock.advance(20 * MINUTE);
    expect(await at.look()).toBe(200);
    t.current.clock.advance(10 * MINUTE);
    expect(await at.portal()).toBe(403);
  });

  it('does not add idle locking to an API sign-in, which no screen uses', async () => {
    const { advisor, screen } = await signing();
    expect((await screen.call(saveSigningProgress, { body: { values: {} } })).status).toBe(200);
    t.current.clock.advance(50 * MINUTE);
    expect((await screen.call(openSigning)).status).toBe(200);
    expect((await advisor.call(listClients)).status).toBe(200);
  });
});

describe('the signing ticket of an advisor', () => {
  it('ends at sign-out', async () => {
    const { advisor, screen } = await signing();
    await advisor.call(signOut);
    const { status, error } = await screen.call(openSigning);
    expect([status, error.message]).toEqual([
      401,
      'Your session has ended or is locked. Sign in to the portal and open the document again.',
    ]);
  });

  it('stops while the sign-in is locked, and works again after', async () => {
    const { advisor, screen } = await signing();
    const lock = (at: Date | null) =>
      t.current.deps.database.query('update sign_ins set locked_at = $2 where id = $1', [
        signInOf(advisor.token),
        at,
      ]);
    await lock(t.current.clock.now());
    expect((await screen.call(openSigning)).status).toBe(401);
    await lock(null);
    expect((await screen.call(openSigning)).status).toBe(200);
  });

  it('ends when the advisor loses the permission to sign, or access to the client', async () => {
    const { owner, advisor, screen } = await signing();
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    expect((await screen.call(openSigning)).status).toBe(404);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
    expect((await screen.call(openSigning)).status).toBe(200);
    await owner.call(updateAgent, { params: { id: advisor.agent.id }, body: { is_advisor: false } });
    expect((await screen.call(openSigning)).status).toBe(401);
  });
});
