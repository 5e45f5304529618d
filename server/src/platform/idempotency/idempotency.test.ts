import { createClient, listClients } from '@ledgerline/contract/clients/endpoints';
import { describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const withKey = (key: string, last: string) => ({
  body: { client_last_name: last },
  headers: { 'idempotency-key': key },
});

async function countOf(agent: Awaited<ReturnType<typeof signInAs>>, last: string): Promise<number> {
  return (await agent.call(listClients, { query: { page: 1, q: last } })).body.total;
}

describe('an Idempotency-Key', () => {
  it('makes a repeat answer the same and write nothing', async () => {
    const agent = await signInAs(t.current);
    const first = await agent.call(createClient, withKey('k1', 'Repeated'));
    const second = await agent.call(createClient, withKey('k1', 'Repeated'));
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await countOf(agent, 'repeated')).toBe(1);
  });

  it('makes one row of calls at the same time', async () => {
    const agent = await signInAs(t.current);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => agent.call(createClient, withKey('k2', 'Doubleclick'))),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await countOf(agent, 'doubleclick')).toBe(1);
  });

  it('of another request is refused', async () => {
    const agent = await signInAs(t.current);
    await agent.call(createClient, withKey('k3', 'Former'));
    const { status, error } = await agent.call(createClient, withKey('k3', 'Latter'));
    expect([status, error.code]).toEqual([409, 'idempotency_mismatch']);
    expect(await countOf(agent, 'latter')).toBe(0);
  });

  it('of another agent is another key', async () => {
    const [one, two] = [await signInAs(t.current), await signInAs(t.current)];
    await one.call(createClient, withKey('shared', 'Sharing'));
    await two.call(createClient, withKey('shared', 'Sharing'));
    expect(await countOf(one, 'sharing')).toBe(2);
  });

  it('of a call that failed may be used again', async () => {
    const agent = await signInAs(t.current);
    const wrong = { body: { dob: 'soon' }, headers: { 'idempotency-key': 'k4' } };
    expect((await agent.call(createClient, wrong)).status).toBe(400);
    expect((await agent.call(createClient, withKey('k4', 'Second'))).status).toBe(201);
  });

  it('that is absurdly long is refused', async () => {
    const agent = await signInAs(t.current);
    const { status, error } = await agent.call(createClient, withKey('k'.repeat(201), 'Long'));
    expect([status, error.details?.fields?.[0]?.path]).toEqual([400, 'Idempotency-Key']);
  });
});
