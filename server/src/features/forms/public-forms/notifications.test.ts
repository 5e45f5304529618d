import { updateClient } from '@ledgerline/contract/clients/endpoints';
import { listNotifications } from '@ledgerline/contract/notifications/endpoints';
import { submitPublicForm, submitSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import { describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { sentLink, submitBody } from '#testing/sent-link.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

type Agent = Awaited<ReturnType<typeof signInAs>>;
const notificationsOf = async (agent: Agent) =>
  (await agent.call(listNotifications, { query: {} })).body.data;

describe('a submitted form', () => {
  it('notifies its sender, once, when its client has no owner', async () => {
    const { agent, visitor, clientId, sessionFormId } = await sentLink(t.current, {
      client_first_name: 'Rosa',
    });
    const other = await signInAs(t.current);
    const answers = await Promise.all(
      [1, 2].map(() => visitor.call(submitSecureForm, { body: submitBody() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await notificationsOf(agent)).toMatchObject([
      { kind: 'form_handed_in', client_id: clientId, session_form_id: sessionFormId, is_read: false },
    ]);
    expect((await notificationsOf(agent))[0]?.client_name).toMatch(/^Rosa Client/);
    expect(await notificationsOf(other)).toEqual([]);
  });

  it('notifies the owner of its client, and not its sender', async () => {
    const { agent, visitor, clientId } = await sentLink(t.current);
    const owner = await signInAs(t.current);
    await agent.call(updateClient, { params: { id: clientId }, body: { owner_agent_id: owner.agent.id } });
    await visitor.call(submitSecureForm, { body: submitBody() });
    const kinds = (await notificationsOf(owner)).map(({ kind }) => kind);
    expect([kinds, await notificationsOf(agent)]).toEqual([['form_handed_in', 'client_assigned'], []]);
  });

  it('notifies the owners of the brokerage when a visitor had no link', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const agent = await signInAs(t.current);
    const { status } = await t.current.call(submitPublicForm, {
      params: { formLinkId: 'personal-info' },
      body: { ...submitBody(), progress_session_id: 'TEMP_AAAAAAAAAAAAAAA1' },
    });
    expect(status).toBe(201);
    expect(await notificationsOf(owner)).toMatchObject([
      { kind: 'form_handed_in', client_name: '', client_id: null },
    ]);
    expect(await notificationsOf(agent)).toEqual([]);
  });
});
