import { beforeAll, describe, expect, it } from 'vitest';
import { buildAgent, PASSWORD } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });

beforeAll(() => t.current.startJobs());

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

interface From {
  agent?: string;
  address?: string;
  cookie?: string;
  password?: string;
}

/** Signs in from an address; returns the device cookie. */
async function signInFrom({ username }: { username: string }, from: From = {}) {
  const response = await t.current.app.inject({
    method: 'POST',
    url: '/api/crm/login',
    remoteAddress: from.address ?? '203.0.113.7',
    headers: {
      host: 'portal.example',
      'user-agent': from.agent ?? FIREFOX,
      ...(from.cookie ? { cookie: from.cookie } : {}),
    },
    payload: { username, password: from.password ?? PASSWORD },
  });
  return String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '';
}

async function emailsTo({ email }: { email: string }) {
  return t.current.deps.database.query(
    `select subject from mail_messages where to_address = $1 and kind = 'new_device' order by id`,
    [email],
  );
}

describe('the email about a new device', () => {
  it('is not sent for the first sign-in ever or for a known device, and is sent once for a new device', async () => {
    const agent = await buildAgent(t.current);
    await signInFrom(agent);
    await signInFrom(agent);
    expect(await emailsTo(agent)).toEqual([]);
    for (let n = 0; n < 3; n++) await signInFrom(agent, { agent: PHONE });
    const emails = await emailsTo(agent);
    expect(emails).toEqual([{ subject: 'Ledgerline: new device sign-in' }]);
  });

  it('is not sent for a browser that the agent signed in with before, whatever its address or user agent', async () => {
    const agent = await buildAgent(t.current);
    await signInFrom(agent, { address: '203.0.113.1' });
    const cookie = await signInFrom(agent);
    await signInFrom(agent, { address: '198.51.100.9', agent: PHONE, cookie });
    expect(await emailsTo(agent)).toHaveLength(1);
    const other = await buildAgent(t.current);
    await signInFrom(other);
    await signInFrom(other, { address: '198.51.100.9', agent: PHONE, cookie });
    expect(await emailsTo(other)).toHaveLength(1);
  });

  it('treats addresses of one IPv6 network as one', async () => {
    const agent = await buildAgent(t.current);
    for (const host of ['9', '77', 'abcd']) await signInFrom(agent, { address: `2001:db8:1:2::${host}` });
    expect(await emailsTo(agent)).toEqual([]);
    await signInFrom(agent, { address: '2001:db8:1:3::9' });
    expect(await emailsTo(agent)).toHaveLength(1);
  });

  it('is sent once for several concurrent sign-ins', async () => {
    const agent = await buildAgent(t.current);
    await signInFrom(agent);
    await Promise.all(Array.from({ length: 6 }, () => signInFrom(agent, { agent: PHONE })));
    expect(await emailsTo(agent)).toHaveLength(1);
  });

  it('is not sent for a wrong password', async () => {
    const agent = await buildAgent(t.current);
    await signInFrom(agent);
    await signInFrom(agent, { agent: PHONE, password: 'wrong one' });
    expect(await emailsTo(agent)).toEqual([]);
  });

  it('is sent after months away, when all but one of the sign-ins have been removed', async () => {
    const agent = await buildAgent(t.current);
    await signInFrom(agent);
    t.current.clock.advance(200 * 86_400_000);
    await signInFrom(agent, { agent: PHONE });
    t.current.clock.set(TEST_NOW);
    expect(await emailsTo(agent)).toHaveLength(1);
  });

  it('is sent at most ten times a day, and not to an invalid address', async () => {
    const agent = await buildAgent(t.current);
    for (let n = 0; n < 15; n++) await signInFrom(agent, { address: `203.0.113.${n}` });
    expect(await emailsTo(agent)).toHaveLength(10);
    const without = await buildAgent(t.current, { email: 'no one, at all' });
    await signInFrom(without);
    await signInFrom(without, { agent: PHONE });
    expect(await emailsTo(without)).toEqual([]);
  });

  it('is not sent for an address known from before browsers were recorded', async () => {
    const agent = await buildAgent(t.current);
    await signInFrom(agent);
    await t.current.deps.database.query('update sign_ins set user_agent = null where agent_id = $1', [
      agent.id,
    ]);
    await signInFrom(agent, { agent: PHONE });
    expect(await emailsTo(agent)).toEqual([]);
  });
});
