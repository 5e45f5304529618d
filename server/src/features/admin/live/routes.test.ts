import { changeAgentPassword } from '@ledgerline/contract/agents/endpoints';
import { signIn, signOut } from '@ledgerline/contract/auth/endpoints';
import { endSignIn, listSignIns } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { createClient } from '@ledgerline/contract/clients/endpoints';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

beforeAll(() => t.current.startJobs());
let address: Promise<string> | undefined;

/** Opens a stream on a real port; `inject` cannot read one that stays open. */
async function openStream(token: string) {
  address ??= t.current.app.listen({ port: 0, host: '127.0.0.1' });
  const stop = new AbortController();
  const response = await fetch(`${await address}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  return { response, stop: () => stop.abort() };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the stream of changes', () => {
  it('notifies another agent of what was created, with the tab that made the change', async () => {
    const [writer, reader] = [await signInAs(t.current), await signInAs(t.current)];
    const { response, stop } = await openStream(reader.token);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const { body } = await writer.call(createClient, {
      body: { client_last_name: 'Seen' },
      headers: { 'x-tab-id': 'tab-1' },
    });
    let text = '';
    while (!text.includes('data: ')) text += (await chunks?.read())?.value ?? '';
    expect(JSON.parse(text.split('data: ')[1]?.split('\n')[0] ?? '')).toMatchObject({
      kind: 'clients',
      action: 'created',
      ids: [body.id],
      agent_id: writer.agent.id,
      tab: 'tab-1',
    });
    stop();
  });

  it('ends immediately when its agent signs out', async () => {
    const agent = await signInAs(t.current);
    const { response } = await openStream(agent.token);
    await agent.call(signOut);
    // The event of signing in, or a heartbeat, may still be on its way.
    const text = (await response.text()).replace(/(: still here|data: .*"sign_ins".*)\n\n/g, '');
    expect(text).toBe('retry: 2000\n\nevent: ended\n\n');
  });

  it('ends immediately when its sign-in is ended from elsewhere, and no other', async () => {
    const agent = await signInAs(t.current);
    const { id, username } = agent.agent;
    const elsewhere = await t.current.call(signIn, { body: { username, password: PASSWORD } });
    const [ended, alive] = [await openStream(elsewhere.body.token), await openStream(agent.token)];
    const { body } = await agent.call(listSignIns, { params: { id } });
    const signInId = body.data.find(({ is_current }) => !is_current)?.id ?? 0;
    await agent.call(endSignIn, { params: { id, signInId } });
    expect(await ended.response.text()).toContain('event: ended\n\n');
    expect((await openStream(elsewhere.body.token)).response.status).toBe(401);
    const chunks = alive.response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('still here')) text += (await chunks?.read())?.value ?? '';
    expect(text).not.toContain('ended');
    alive.stop();
  });

  it("ends immediately when its agent's password is changed elsewhere, and continues for the session that changed it", async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const agent = await signInAs(t.current);
    const { username } = agent.agent;
    const elsewhere = await t.current.call(signIn, { body: { username, password: PASSWORD } });
    const [ended, alive] = [await openStream(elsewhere.body.token), await openStream(agent.token)];
    await agent.call(changeAgentPassword, {
      params: { id: agent.agent.id },
      body: { password: 'another password', current_password: PASSWORD },
    });
    expect(await ended.response.text()).toContain('event: ended');
    const chunks = alive.response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('still here')) text += (await chunks?.read())?.value ?? '';
    alive.stop();
  });

  it('is rejected for an agent who already has the maximum number open', async () => {
    const agent = await signInAs(t.current);
    const streams = await Promise.all(Array.from({ length: 30 }, () => openStream(agent.token)));
    expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200));
    expect((await openStream(agent.token)).response.status).toBe(429);
    for (const { stop } of streams) stop();
    const tryAgain = async () => {
      const { response, stop } = await openStream(agent.token);
      stop();
      return response.status;
    };
    await expect.poll(tryAgain).toBe(200);
  });
});
