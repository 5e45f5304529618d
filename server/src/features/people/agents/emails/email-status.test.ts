import * as emails from '@ledgerline/contract/agents/emails/endpoints';
import { createAgent, updateAgent } from '@ledgerline/contract/agents/endpoints';
import { getInvitation } from '@ledgerline/contract/auth/password-links/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { emailJobs } from '#platform/email/queue.ts';
import { useConnectedApp } from '#testing/connected-app.ts';
import { signInAs } from '#testing/factories.ts';

const { t, inbox } = useConnectedApp();
// The queue accepts emails; a test sends them when it needs to.
beforeAll(() => t.current.deps.jobs.start([{ queue: 'mail', work: async () => undefined }]));

async function deliver(...answers: number[]): Promise<void> {
  inbox.recipientAnswers.push(...answers.filter((code) => code !== 250));
  const queued = await t.current.deps.database.query<{ id: number }>(
    `select id from mail_messages where status = 'queued' order by id desc limit 1`,
  );
  const handlers = emailJobs(t.current.deps, {}).filter(({ queue }) => queue === 'mail');
  for (const { id } of queued) for (const { work } of handlers) await work({ id });
}

it.each([
  ['is queued while the mail server does not accept it', 451, 'queued'],
  ['was not sent if the address does not exist', 550, 'failed'],
  ['was sent once the mail server accepted it', 250, 'sent'],
] as const)('an invitation %s', async (_, answer, status) => {
  const owner = await signInAs(t.current, { is_owner: true });
  const username = `invited-${answer}`;
  const { body } = await owner.call(createAgent, {
    body: {
      first_name: 'New',
      last_name: 'Comer',
      email: `${username}@example.test`,
      username,
      invite: true,
    },
  });
  const params = { id: body.id };
  const now = async () => (await owner.call(getInvitation, { params })).body.invitation?.email_status;
  expect(await now()).toBe('queued');
  await deliver(answer);
  expect(await now()).toBe(status);
});

it.each([
  ['is queued while the mail server does not accept it', 451, 'queued'],
  ['was not sent if the address does not exist', 550, 'failed'],
  ['was sent once the mail server accepted it', 250, 'sent'],
] as const)(
  'a confirmation %s, and the message only says that it is being sent',
  async (_, answer, status) => {
    const owner = await signInAs(t.current, { is_owner: true });
    const params = { id: owner.agent.id };
    const email = `moved-${answer}@example.test`;
    const { body } = await owner.call(updateAgent, { params, body: { email } });
    expect(body.message).toMatch(new RegExp(`^The confirmation link is being sent to ${email}\\.`));
    const { database } = t.current.deps;
    await database.query(`delete from mail_messages where kind = 'email_changed'`);
    const now = async () => (await owner.call(emails.getEmailState, { params })).body.data.link?.email_status;
    expect(await now()).toBe('queued');
    await deliver(answer);
    expect(await now()).toBe(status);
  },
);
