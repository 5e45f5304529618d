import { submitSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import { generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import { describe, expect, it } from 'vitest';
import { buildAgent, buildSession, buildSubmission, signInAs } from '#testing/factories.ts';
import { HOUR_MS, sentLink, submitBody } from '#testing/sent-link.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { publishExpired } from './publish-expired.ts';

const t = useTestApp();
const WEEK = 168 * HOUR_MS;
const run = () => publishExpired(t.current.deps);
const later = (ms: number) => t.current.clock.set(new Date(TEST_NOW.getTime() + ms));

type Agent = Awaited<ReturnType<typeof signInAs>>;
/** Read from the database instead of the API: a sign-in does not last as long as a link. */
async function notificationsOf({ agent }: Agent): Promise<string[]> {
  const rows = await t.current.deps.database.query<{ text: string }>(
    `select n.kind || ': ' || n.about as text from agent_notices n
       join agent_notice_receivers r on r.notice_id = n.id where r.agent_id = $1 order by n.id`,
    [agent.id],
  );
  return rows.map(({ text }) => text);
}

describe('a link that expired before completion', () => {
  it('notifies its sender, once on any number of servers, and again when it expires again', async () => {
    const { agent, clientId } = await sentLink(t.current);
    later(WEEK - 1);
    await run();
    expect(await notificationsOf(agent)).toEqual([]);
    later(WEEK);
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await notificationsOf(agent)).toEqual(['link_expired: Personal Information']);
    // Extended for two hours from now: the same address works again, and expires again.
    await t.current.deps.database.query(
      `update secure_links set access_token_expires_at = $2 where client_id = $1`,
      [clientId, new Date(TEST_NOW.getTime() + WEEK + 2 * HOUR_MS)],
    );
    await run();
    expect(await notificationsOf(agent)).toHaveLength(1);
    later(WEEK + 2 * HOUR_MS);
    await run();
    expect(await notificationsOf(agent)).toHaveLength(2);
  });

  it('does not notify when the work was done, or when it expired more than a week ago', async () => {
    const { agent, visitor } = await sentLink(t.current);
    await visitor.call(submitSecureForm, { body: submitBody() });
    const { agent: late } = await sentLink(t.current);
    later(2 * WEEK);
    await run();
    expect([await notificationsOf(agent), await notificationsOf(late)]).toEqual([
      ['form_handed_in: Personal Information'],
      [],
    ]);
  });

  it('of a session notifies the owner of its client, while one of its forms is open', async () => {
    t.current.clock.set(TEST_NOW);
    const agent = await signInAs(t.current);
    const owner = await signInAs(t.current);
    const [open, done] = [await buildSession(t.current), await buildSession(t.current)];
    await t.current.deps.database.query('update clients set owner_agent_id = $1 where id = any($2)', [
      owner.agent.id,
      [open.client_id, done.client_id],
    ]);
    for (const session of [open, done]) {
      await buildSubmission(t.current, { session, type: 'Web Form', is_completed: session === done });
      await agent.call(generateSessionToken, {
        params: { id: session.id },
        body: { accessType: 'client_access', forceRegenerate: false, extend: false },
      });
    }
    await buildAgent(t.current);
    later(WEEK);
    await run();
    expect([await notificationsOf(owner), await notificationsOf(agent)]).toEqual([
      ['link_expired: Session 1'],
      [],
    ]);
  });
});
