import { changeAgentPassword, createAgent, deleteAgent } from '@ledgerline/contract/agents/endpoints';
import * as endpoints from '@ledgerline/contract/auth/password-links/endpoints';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, signInAs } from '#testing/factories.ts';
import {
  checkLink,
  INVITED,
  NEW_PASSWORD,
  setByLink,
  signInStatus,
  tokensOf,
} from '#testing/password-emails.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
const MINUTE = 60_000;

beforeAll(() => t.current.startJobs());
afterEach(() => t.current.clock.set(TEST_NOW));

const use = (token: string, password = NEW_PASSWORD) => setByLink(t.current, token, password);
const check = (token: string) => checkLink(t.current, token);

describe('an invitation', () => {
  const newcomer = (n: number) => ({
    first_name: 'New',
    last_name: 'Comer',
    email: `newcomer${n}@example.test`,
    username: `newcomer${n}`,
  });
  let serial = 0;
  async function invited() {
    const owner = await signInAs(t.current, { is_owner: true });
    const fields = newcomer(++serial);
    const { status, body } = await owner.call(createAgent, { body: { ...fields, invite: true } });
    expect(status).toBe(201);
    const [token = ''] = await tokensOf(t.current, fields.email, 1, INVITED);
    const params = { id: body.id };
    const stateOf = async () =>
      (await owner.call(endpoints.getInvitation, { params })).body.invitation?.state ?? null;
    return { owner, fields, params, token, stateOf };
  }

  it('lets an agent set their password, once', async () => {
    const { fields, token, stateOf } = await invited();
    expect(await stateOf()).toBe('open');
    expect((await check(token)).body).toMatchObject({ kind: 'invitation', username: fields.username });
    expect((await use(token)).status).toBe(200);
    expect(await signInStatus(t.current, fields.username, NEW_PASSWORD)).toBe(200);
    expect((await use(token)).status).toBe(401);
    expect(await stateOf()).toBeNull();
  });

  it('replaces the password field, and cannot be combined with it', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const fields = newcomer(++serial);
    for (const [body, message] of [
      [fields, 'Password is required'],
      [{ ...fields, invite: false }, 'Password is required'],
      [
        { ...fields, invite: true, password: PASSWORD },
        'password must be omitted when an invitation is sent',
      ],
    ] as const) {
      const { status, error } = await owner.call(createAgent, { body });
      expect([status, error.message]).toEqual([400, message]);
    }
  });

  it('can be resent, which invalidates the previous link, and lasts seven days', async () => {
    const { owner, fields, params, token } = await invited();
    expect((await owner.call(endpoints.sendInvitation, { params })).body.invitation.state).toBe('open');
    const [, newer = ''] = await tokensOf(t.current, fields.email, 2, INVITED);
    expect((await use(token)).status).toBe(401);
    t.current.clock.advance(7 * 24 * 60 * MINUTE - 1);
    expect((await check(newer)).status).toBe(200);
    t.current.clock.advance(1);
    expect((await use(newer)).status).toBe(401);
  });

  it('is not sent without a mail server, before and after its job has run', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const { body } = await owner.call(createAgent, { body: { ...newcomer(++serial), invite: true } });
    const params = { id: body.id };
    const again = await owner.call(endpoints.sendInvitation, { params });
    expect(again.body.invitation.email_status).toBe('failed');
    await tokensOf(t.current, `newcomer${serial}@example.test`, 2, INVITED);
    const { invitation } = (await owner.call(endpoints.getInvitation, { params })).body;
    expect(invitation?.email_status).toBe('failed');
  });

  it('can be withdrawn, and sent again afterwards', async () => {
    const { owner, fields, params, token, stateOf } = await invited();
    expect((await owner.call(endpoints.withdrawInvitation, { params })).status).toBe(200);
    expect([(await use(token)).status, await stateOf()]).toEqual([401, 'withdrawn']);
    expect((await owner.call(endpoints.withdrawInvitation, { params })).status).toBe(404);
    await owner.call(endpoints.sendInvitation, { params });
    const [, newer = ''] = await tokensOf(t.current, fields.email, 2, INVITED);
    expect((await use(newer)).status).toBe(200);
  });

  it('ends when a colleague sets a password, and when the agent is deleted', async () => {
    const [first, second] = [await invited(), await invited()];
    await first.owner.call(changeAgentPassword, { params: first.params, body: { password: PASSWORD } });
    await second.owner.call(deleteAgent, { params: second.params });
    for (const { token } of [first, second]) expect((await use(token)).status).toBe(401);
    expect(await first.stateOf()).toBeNull();
    const again = await first.owner.call(endpoints.sendInvitation, { params: first.params });
    expect([again.status, again.error.code]).toEqual([409, 'wrong_state']);
  });

  it('is for managers only, and not for agents with a higher access level', async () => {
    const { params, owner } = await invited();
    const plain = await signInAs(t.current);
    const manager = await signInAs(t.current, { has_all_staff_access: true });
    const { body } = await owner.call(createAgent, {
      body: { ...newcomer(++serial), invite: true },
    });
    await t.current.deps.database.query('update agents set is_owner = true where id = $1', [body.id]);
    for (const endpoint of [endpoints.sendInvitation, endpoints.withdrawInvitation]) {
      expect((await plain.call(endpoint, { params })).status).toBe(403);
      expect((await manager.call(endpoint, { params: { id: body.id } })).status).toBe(403);
      expect((await manager.call(endpoint, { params: { id: 987654321 } })).status).toBe(404);
    }
  });
});
