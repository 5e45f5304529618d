import * as emails from '@ledgerline/contract/agents/emails/endpoints';
import { createAgent, updateAgent } from '@ledgerline/contract/agents/endpoints';
import { getInvitation } from '@ledgerline/contract/auth/password-links/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { CONFIRM, checkLink, INVITED, sentTokens, setByLink, tokensOf } from '#testing/password-emails.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
beforeAll(() => t.current.startJobs());

const OWNER = { is_owner: true, has_all_staff_access: true };

async function invited(name: string) {
  const owner = await signInAs(t.current, OWNER);
  const body = {
    first_name: 'In',
    last_name: 'Vited',
    username: name,
    email: `${name}@example.test`,
    invite: true,
  };
  const { id } = (await owner.call(createAgent, { body })).body;
  const [token = ''] = await tokensOf(t.current, body.email, 1, INVITED);
  return { owner, id, token, email: body.email };
}

describe('the address of an agent who has not accepted the invitation', () => {
  it('is corrected immediately: the invitation goes there, and the link to the former address stops working', async () => {
    const { owner, id, token, email } = await invited('mistyped');
    const right = 'well-typed@example.test';
    const { body } = await owner.call(updateAgent, { params: { id }, body: { email: right } });
    expect(body.data.email).toBe(right);
    const [newer = ''] = await tokensOf(t.current, right, 1, INVITED);
    expect([(await checkLink(t.current, token)).status, (await checkLink(t.current, newer)).status]).toEqual([
      401, 200,
    ]);
    expect(await sentTokens(t.current, right, CONFIRM)).toEqual([]);
    expect((await sentTokens(t.current, email, INVITED)).length).toBe(1);
  });

  it('is confirmed by accepting the invitation', async () => {
    const { owner, id, token } = await invited('accepting');
    const state = async () => (await owner.call(emails.getEmailState, { params: { id } })).body.data;
    expect((await state()).confirmed_at).toBe(null);
    await setByLink(t.current, token);
    expect((await state()).confirmed_at).not.toBe(null);
    expect((await owner.call(getInvitation, { params: { id } })).body.invitation).toBe(null);
  });
});

describe('a portal without a mail server', () => {
  it('reports it, and an owner can confirm addresses, including their own', async () => {
    const owner = await signInAs(t.current, OWNER);
    const params = { id: owner.agent.id };
    const email = 'owner-without-mail@example.test';
    const { body } = await owner.call(updateAgent, { params, body: { email } });
    expect(body.message).toBe(
      `Email isn’t connected. An owner can confirm ${email} on this agent’s page. Until the new address is confirmed, ${owner.agent.email} stays in use.`,
    );
    const { data } = (await owner.call(emails.getEmailState, { params })).body;
    expect([data.can_email_links, data.can_confirm, data.link?.email]).toEqual([false, true, email]);
    expect((await owner.call(emails.confirmEmailAsOwner, { params })).status).toBe(200);
    expect((await owner.call(emails.getEmailState, { params })).body.data.link).toBe(null);
  });
});
