import { createAgent } from '@ledgerline/contract/agents/endpoints';
import {
  PASSWORD_LINK_SENT,
  PASSWORD_LINK_WITHOUT_ADDRESS,
} from '@ledgerline/contract/auth/password-links/endpoints';
import { expect, it } from 'vitest';
import { LINKS_NEED_ADDRESS } from '#platform/public-address.ts';
import { buildAgent, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { emailPasswordLink } from './send-link.ts';

const t = useTestApp({ HOST: '0.0.0.0', ALLOWED_HOSTS: 'portal.lan', SMTP_URL: 'smtp://127.0.0.1:1' });

const emails = () => t.current.deps.database.query('select kind from mail_messages');
const body = { first_name: 'New', last_name: 'Comer', email: 'n@example.test', username: 'n', invite: true };

it('emails no link when the portal is addressed as localhost, which works on this machine only', async () => {
  const owner = await signInAs(t.current, { is_owner: true });
  const { status, error } = await owner.call(createAgent, { body });
  expect([status, error.message]).toEqual([409, LINKS_NEED_ADDRESS]);
  const agent = await buildAgent(t.current);
  await emailPasswordLink(t.current.deps, {
    agent_id: agent.id,
    address: '203.0.113.7',
    origin: 'http://localhost:3000',
  });
  expect(await emails()).toEqual([]);
});

it.each([
  ['localhost', PASSWORD_LINK_WITHOUT_ADDRESS],
  ['portal.lan', PASSWORD_LINK_SENT],
])(
  'answers a forgotten password at %s with what happens, whether the account exists or not',
  async (host, message) => {
    await t.current.startJobs();
    const agent = await buildAgent(t.current);
    for (const name of [agent.username, 'unknown']) {
      const response = await t.current.app.inject({
        method: 'POST',
        url: '/api/crm/forgotten-password',
        headers: { host },
        payload: { name },
      });
      expect(response.json()).toEqual({ success: true, message });
    }
  },
);
