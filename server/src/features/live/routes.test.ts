import { createClient } from '@ledgerline/contract/clients/endpoints';
import { describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

describe('the stream of changes', () => {
  it('tells another agent what was created, with the tab whose act it was', async () => {
    const [writer, reader] = [await signInAs(t.current), await signInAs(t.current)];
    const address = await t.current.app.listen({ port: 0, host: '127.0.0.1' });
    const stop = new AbortController();
    const response = await fetch(`${address}/api/live`, {
      headers: { authorization: `Bearer ${reader.token}` },
      signal: stop.signal,
    });
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
    stop.abort();
  });
});
