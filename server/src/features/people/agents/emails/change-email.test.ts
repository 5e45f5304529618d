import * as emails from '@ledgerline/contract/agents/emails/endpoints';
import { changeAgentPassword, updateAgent } from '@ledgerline/contract/agents/endpoints';
import { sendPasswordLink } from '@ledgerline/contract/auth/password-links/endpoints';
import { reauthenticate } from '@ledgerline/contract/auth/reauthentication/endpoints';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildAgent, PASSWORD, signInAs } from '#testing/factories.ts';
import {
  CHANGED,
  CONFIRM,
  EMAIL_CHANGED,
  EMAIL_REQUESTED,
  RESET,
  sentEmails,
  sentTokens,
  setByLink,
  signInStatus,
  tokensOf,
  UNCONFIRMED,
  USERNAME_CHANGED,
} from '#testing/password-emails.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let serial = 0;

beforeAll(() => t.current.startJobs());
afterEach(() => t.current.clock.set(TEST_NOW));

const nextEmail = () => `new-address-${++serial}@example.test`;
const emailOf = async (id: number) =>
  (await t.current.deps.database.query<{ email: string }>('select email from agents where id = $1', [id]))[0]
    ?.email;
/** The test client re-authenticates by default; here it must not. */
const bare = (token: string) => t.current.withToken(token);
const request = (agent: Awaited<ReturnType<typeof signInAs>>, email: string, id = agent.agent.id) =>
  agent.call(updateAgent, { params: { id }, body: { email } });
const confirm = (token: string) => t.current.call(emails.confirmEmailByLink, { body: { token } });
const linkTo = async (email: string, count = 1) =>
  (await tokensOf(t.current, email, count, CONFIRM)).at(-1) ?? '';
/** An agent whose address was changed, with the former and the new one. */
async function changed(state: Parameters<typeof signInAs>[1] = {}) {
  const agent = await signInAs(t.current, state);
  const [former, email] = [agent.agent.email, nextEmail()];
  await request(agent, email);
  expect((await confirm(await linkTo(email))).status).toBe(200);
  return { ...agent, former, email };
}
const requestPasswordReset = (name: string) =>
  t.current.app.inject({
    method: 'POST',
    url: `/api${sendPasswordLink.path}`,
    remoteAddress: `198.51.100.${++serial % 250}`,
    payload: { name },
  });

describe('changing an email address', () => {
  it.each([
    ['email', { email: 'taken-over@example.test' }],
    ['username', { username: 'taken-over' }],
  ])('requires re-authentication for the %s even right after signing in', async (_, body) => {
    const { agent, token } = await signInAs(t.current);
    const screen = bare(token);
    const change = () => screen.call(updateAgent, { params: { id: agent.id }, body });
    expect((await change()).error.code).toBe('proof_needed');
    expect((await screen.call(reauthenticate, { body: { password: 'a guess' } })).status).toBe(400);
    expect((await change()).error.code).toBe('proof_needed');
    await screen.call(reauthenticate, { body: { password: PASSWORD } });
    expect((await change()).status).toBe(200);
  });

  it('requires it again after five minutes and in each sign-in, but never for a name', async () => {
    const { agent, token } = await signInAs(t.current);
    const screen = bare(token);
    await screen.call(reauthenticate, { body: { password: PASSWORD } });
    t.current.clock.advance(5 * MINUTE);
    const body = { email: nextEmail() };
    expect((await screen.call(updateAgent, { params: { id: agent.id }, body })).error.code).toBe(
      'proof_needed',
    );
    const full = { first_name: 'Zoe', email: agent.email, username: agent.username };
    expect((await screen.call(updateAgent, { params: { id: agent.id }, body: full })).status).toBe(200);
  });

  it('takes effect when the link is opened, and notifies the former address before and after', async () => {
    const agent = await signInAs(t.current);
    const { id, email: former, username } = agent.agent;
    const email = nextEmail();
    const { body } = await request(agent, email);
    expect(body.data.email).toBe(former);
    expect(body.message).toContain(`An owner can confirm ${email} on this agent’s page.`);
    await expect.poll(async () => (await sentTokens(t.current, former, EMAIL_REQUESTED)).length).toBe(1);
    expect(await emailOf(id)).toBe(former);
    const token = await linkTo(email);
    const found = await t.current.call(emails.checkEmailLink, { body: { token } });
    expect(found.body).toEqual({ success: true, username, email, is_change: true });
    expect(await emailOf(id)).toBe(former);
    expect((await confirm(token)).body.message).toBe(`${email} is confirmed.`);
    expect(await emailOf(id)).toBe(email);
    await expect.poll(async () => (await sentTokens(t.current, former, EMAIL_CHANGED)).length).toBe(1);
    expect((await agent.call(emails.getEmailState, { params: { id } })).body.data).toMatchObject({
      confirmed_at: TEST_NOW.toISOString(),
      link: null,
    });
  });

  it('is confirmed once, by the newest link, within a day, and never by another token', async () => {
    const agent = await signInAs(t.current);
    const [one, two] = [nextEmail(), nextEmail()];
    await request(agent, one);
    const first = await linkTo(one);
    await request(agent, two);
    const second = await linkTo(two);
    expect((await confirm(first)).status).toBe(401);
    const answers = await Promise.all([confirm(second), confirm(second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await emailOf(agent.agent.id)).toBe(two);
    for (const text of ['x', 'A'.repeat(32), `${second}x`]) expect((await confirm(text)).status).toBe(401);
    const late = nextEmail();
    await request(agent, late);
    const link = await linkTo(late);
    t.current.clock.advance(DAY);
    expect((await confirm(link)).error.message).toContain('This link is no longer valid');
    expect(await emailOf(agent.agent.id)).toBe(two);
  });

  it('is cancelled by its agent and by every new password, including one set by a reset link', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const agent = await signInAs(t.current);
    const params = { id: agent.agent.id };
    const ends = [
      () => agent.call(emails.cancelEmailChange, { params }),
      () => owner.call(changeAgentPassword, { params, body: { password: 'set by the owner' } }),
    ];
    for (const end of ends) {
      const email = nextEmail();
      await request(agent, email);
      const link = await linkTo(email);
      expect((await end()).status).toBe(200);
      expect((await confirm(link)).status).toBe(401);
    }
    const other = await signInAs(t.current);
    const email = nextEmail();
    await request(other, email);
    const link = await linkTo(email);
    await requestPasswordReset(other.agent.username);
    await setByLink(t.current, (await tokensOf(t.current, other.agent.email, 1))[0] ?? '');
    expect((await confirm(link)).status).toBe(401);
    expect(await emailOf(other.agent.id)).toBe(other.agent.email);
  });

  it('is rejected when another agent has the address, at the request or by the time of the confirmation', async () => {
    const [one, other] = [await signInAs(t.current), await signInAs(t.current)];
    expect((await request(one, other.agent.email.toUpperCase())).status).toBe(409);
    const email = nextEmail();
    await request(one, email);
    const first = await linkTo(email);
    await request(other, email);
    const [second = ''] = (await tokensOf(t.current, email, 2, CONFIRM)).filter((token) => token !== first);
    expect((await confirm(second)).status).toBe(200);
    expect((await confirm(first)).status).toBe(409);
    expect([await emailOf(one.agent.id), await emailOf(other.agent.id)]).toEqual([one.agent.email, email]);
  });

  it('accepts a different spelling of the same address immediately, and treats a dotless i as a different letter', async () => {
    const agent = await signInAs(t.current, { email: 'mike.k@example.test' });
    const { body } = await request(agent, 'Mike.K@example.test');
    expect([body.data.email, body.message]).toEqual(['Mike.K@example.test', undefined]);
    expect((await request(agent, 'm\u0131ke.k@example.test')).body.data.email).toBe('Mike.K@example.test');
  });

  it('notifies the agent of a new username', async () => {
    const agent = await signInAs(t.current);
    const username = `renamed-${++serial}`;
    const { body } = await agent.call(updateAgent, { params: { id: agent.agent.id }, body: { username } });
    expect(body.data.username).toBe(username);
    await expect
      .poll(async () => (await sentTokens(t.current, agent.agent.email, USERNAME_CHANGED)).length)
      .toBe(1);
  });

  it('sends five links an hour to one agent', async () => {
    const agent = await signInAs(t.current);
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push((await request(agent, nextEmail())).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('the address of another agent', () => {
  it('requires confirmation too; an owner may confirm it with re-authentication', async () => {
    const owner = await signInAs(t.current, { is_owner: true, has_all_staff_access: true });
    const staff = await signInAs(t.current, { has_all_staff_access: true });
    const agent = await buildAgent(t.current);
    const params = { id: agent.id };
    const email = nextEmail();
    expect((await request(staff, email, agent.id)).body.data.email).toBe(agent.email);
    await expect.poll(async () => (await sentTokens(t.current, agent.email, EMAIL_REQUESTED)).length).toBe(1);
    expect((await staff.call(emails.confirmEmailAsOwner, { params })).status).toBe(403);
    expect((await bare(owner.token).call(emails.confirmEmailAsOwner, { params })).error.code).toBe(
      'proof_needed',
    );
    expect((await owner.call(emails.confirmEmailAsOwner, { params })).status).toBe(200);
    expect(await emailOf(agent.id)).toBe(email);
    await expect.poll(async () => (await sentTokens(t.current, agent.email, EMAIL_CHANGED)).length).toBe(1);
    expect((await owner.call(emails.confirmEmailAsOwner, { params })).status).toBe(404);
  });

  it('cannot be changed, sent, cancelled or read by an agent who may not change the account', async () => {
    const plain = await signInAs(t.current);
    const staff = await signInAs(t.current, { has_all_staff_access: true });
    const [other, owner] = [await buildAgent(t.current), await buildAgent(t.current, { is_owner: true })];
    for (const [by, id] of [
      [plain, other.id],
      [staff, owner.id],
    ] as const) {
      expect((await request(by, nextEmail(), id)).status).toBe(403);
      expect((await by.call(emails.sendEmailLink, { params: { id } })).status).toBe(403);
      expect((await by.call(emails.cancelEmailChange, { params: { id } })).status).toBe(403);
    }
    expect((await plain.call(emails.getEmailState, { params: { id: other.id } })).status).toBe(404);
  });
});

describe('password emails after a change of address', () => {
  it('also go to the former address for a week', async () => {
    const { agent, former, email } = await changed();
    await requestPasswordReset(agent.username);
    const [token = ''] = await tokensOf(t.current, former, 1);
    expect(await tokensOf(t.current, email, 1)).toEqual([token]);
    await setByLink(t.current, token, 'reverted by its owner');
    expect(await signInStatus(t.current, agent.username, 'reverted by its owner')).toBe(200);
    for (const to of [former, email])
      await expect.poll(async () => (await sentTokens(t.current, to, CHANGED)).length).toBe(1);
  });

  it('never go to a former address that was not confirmed, unless it predates the upgrade', async () => {
    const answers = [];
    for (const has_legacy_email of [false, true]) {
      const { former, agent } = await changed({ email_confirmed_at: null, has_legacy_email });
      await requestPasswordReset(agent.username);
      const email = (await emailOf(agent.id)) ?? '';
      const [token = ''] = await tokensOf(t.current, email, 1);
      await setByLink(t.current, token, 'set by the right address');
      const rows = await t.current.deps.database.query<{ kind: string }>(
        "select kind from mail_messages where to_address = $1 and kind like 'password%' order by kind",
        [former],
      );
      answers.push(rows.map(({ kind }) => kind));
    }
    expect(answers).toEqual([[], ['password_changed', 'password_link']]);
  });

  it('do not reveal the account or the portal to an unconfirmed address', async () => {
    const username = 'name-of-an-account';
    const { former, email } = await changed({ email_confirmed_at: null, username });
    const sent = () => sentEmails(t.current, former, UNCONFIRMED);
    await expect.poll(async () => (await sent()).length).toBe(2);
    for (const secret of [username, email, 'portal.example', '127.0.0.1'])
      expect((await sent()).join('\n')).not.toContain(secret);
    for (const kind of [EMAIL_REQUESTED, EMAIL_CHANGED])
      expect(await sentEmails(t.current, former, kind)).toEqual([]);
  });

  it('do not reach an intruder once the change of an unconfirmed address is undone', async () => {
    const { former, email, ...agent } = await changed({ email_confirmed_at: null });
    await request(agent, former);
    await confirm(await linkTo(former));
    await requestPasswordReset(agent.agent.username);
    await tokensOf(t.current, former, 1);
    expect(await sentTokens(t.current, email, RESET)).toEqual([]);
  });

  it('go only to the new address after the week', async () => {
    const { agent, former, email } = await changed();
    t.current.clock.advance(7 * DAY);
    await requestPasswordReset(agent.username);
    await tokensOf(t.current, email, 1);
    expect(await sentTokens(t.current, former, RESET)).toEqual([]);
  });

  it('still reach the first address after two changes, and no intruder once the change is undone', async () => {
    const agent = await changed();
    const second = nextEmail();
    await request(agent, second);
    await confirm(await linkTo(second));
    await requestPasswordReset(agent.agent.username);
    for (const to of [agent.former, agent.email, second]) await tokensOf(t.current, to, 1);
    await request(agent, agent.former);
    await confirm(await linkTo(agent.former));
    await requestPasswordReset(agent.agent.username);
    await tokensOf(t.current, agent.former, 2);
    expect((await sentTokens(t.current, second, RESET)).length).toBe(1);
    expect((await sentTokens(t.current, agent.email, RESET)).length).toBe(1);
  });
});
