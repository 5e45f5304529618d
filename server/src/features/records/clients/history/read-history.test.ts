import * as endpoints from '@ledgerline/contract/clients/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

async function clientWithChange(first: string | number, then: string | number, field: 'agi' | 'ssn' | 'cvc') {
  const agent = await signInAs(t.current, { first_name: 'Hanna', last_name: 'Historian' });
  const id = await buildClient(t.current, { [field]: first });
  await agent.call(endpoints.updateClient, { params: { id }, body: { [field]: then } });
  const { body } = await agent.call(endpoints.listClientHistory, { params: { id } });
  const change = body.data[0];
  if (!change) throw new Error('no change was stored');
  return { agent, id, change };
}

describe('the history of a client', () => {
  it('shows who changed what, when, from and to', async () => {
    const { change } = await clientWithChange(10, 20.5, 'agi');
    expect(change).toMatchObject({
      actor: 'Hanna Historian',
      action: 'updated',
      field: 'agi',
      from: 10,
      to: 20.5,
      can_restore: true,
    });
  });

  it('shows secrets as masks', async () => {
    const { change } = await clientWithChange('900-11-2222', '900-33-4444', 'ssn');
    expect([change.from, change.to]).toEqual(['•••-••-2222', '•••-••-4444']);
  });

  it('is paginated, newest first, and filtered by field', async () => {
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    for (let n = 1; n <= 60; n++) {
      await agent.call(endpoints.updateClient, {
        params: { id },
        body: { address: `No ${n}`, company: `C${n}` },
      });
    }
    const first = await agent.call(endpoints.listClientHistory, { params: { id } });
    expect([first.body.data.length, first.body.hasMore]).toEqual([50, true]);
    const before = first.body.data.at(-1)?.id;
    const next = await agent.call(endpoints.listClientHistory, { params: { id }, query: { before } });
    expect(next.body.data.every((change) => change.id < Number(before))).toBe(true);
    const byField = await agent.call(endpoints.listClientHistory, {
      params: { id },
      query: { field: 'address' },
    });
    expect(byField.body.data[0]?.to).toBe('No 60');
    expect(new Set(byField.body.data.map(({ field }) => field))).toEqual(new Set(['address']));
  });
});

describe('restoring a value', () => {
  it('restores the old value as a change of its own', async () => {
    const { agent, id, change } = await clientWithChange(10, 20.5, 'agi');
    const { status, body } = await agent.call(endpoints.restoreClientValue, {
      params: { id, changeId: change.id },
    });
    expect([status, body.data.agi]).toEqual([200, 10]);
    const { body: history } = await agent.call(endpoints.listClientHistory, { params: { id } });
    expect(history.data[0]).toMatchObject({ action: 'restored', field: 'agi', from: 20.5, to: 10 });
  });

  it('works for a secret without showing it', async () => {
    const { agent, id, change } = await clientWithChange('900-11-2222', '900-33-4444', 'ssn');
    expect(change.can_restore).toBe(true);
    const { body } = await agent.call(endpoints.restoreClientValue, { params: { id, changeId: change.id } });
    expect(body.data.ssn).toBe('•••-••-2222');
    const revealed = await agent.call(endpoints.revealClientField, {
      params: { id },
      body: { field: 'ssn' },
    });
    expect(revealed.body.value).toBe('900-11-2222');
  });

  it('is not offered for a card security code', async () => {
    const { agent, id, change } = await clientWithChange('123', '456', 'cvc');
    expect(change.can_restore).toBe(false);
    const { status } = await agent.call(endpoints.restoreClientValue, {
      params: { id, changeId: change.id },
    });
    expect(status).toBe(409);
  });

  it('rejects a change of another client', async () => {
    const { agent, change } = await clientWithChange(10, 20.5, 'agi');
    const other = await buildClient(t.current);
    const { status } = await agent.call(endpoints.restoreClientValue, {
      params: { id: other, changeId: change.id },
    });
    expect(status).toBe(404);
  });
});
