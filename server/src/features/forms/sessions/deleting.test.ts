import { deleteClient, getRelatedData } from '@ledgerline/contract/clients/endpoints';
import {
  deleteSession,
  generateSessionToken,
  getSession,
  getSessionDetails,
  getSessionPaymentData,
  getSessionStatus,
  listClientSessions,
  SESSION_NOT_FOUND,
  updateSession,
} from '@ledgerline/contract/sessions/endpoints';
import { getSubmission, listSessionSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { describe, expect, it } from 'vitest';
import { buildSession, buildSubmission, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

/** Every call of the agent API about one session. */
const callsAbout = (agent: Awaited<ReturnType<typeof signInAs>>, id: number) => {
  const params = { id };
  return [
    agent.call(getSession, { params }),
    agent.call(getSessionStatus, { params }),
    agent.call(getSessionPaymentData, { params }),
    agent.call(getSessionDetails, { params }),
    agent.call(updateSession, { params, body: { notes: 'x' } }),
    agent.call(generateSessionToken, { params, body: {} }),
    agent.call(listSessionSubmissions, { params }),
    agent.call(deleteSession, { params, body: {} }),
  ];
};

describe('deleting a session', () => {
  it('leaves its forms with the client by default, and revokes its links', async () => {
    const agent = await signInAs(t.current);
    const session = await buildSession(t.current);
    const form = await buildSubmission(t.current, { session });
    const params = { id: session.id };
    const { body: link } = await agent.call(generateSessionToken, { params, body: {} });
    const { body } = await agent.call(deleteSession, { params, body: {} });
    expect(body).toEqual({ success: true, message: 'Session deleted.' });
    const unlinked = await agent.call(getSubmission, { params: { id: form.id } });
    expect(unlinked.body.data).toMatchObject({ session_id: null, client_id: session.client_id });
    const list = await agent.call(listClientSessions, { params: { id: session.client_id } });
    expect(list.body.data).toEqual([]);
    const visitor = t.current.withToken(link.token);
    expect((await visitor.call(getSessionDetails, { params })).status).toBe(401);
    const [row] = await t.current.deps.database.query('select is_deleted from sessions where id = $1', [
      session.id,
    ]);
    expect(row).toEqual({ is_deleted: true });
  });

  it.each(['body', 'query'] as const)(
    'removes its forms when deleteForms is sent in the %s',
    async (where) => {
      const agent = await signInAs(t.current);
      const session = await buildSession(t.current);
      const forms = [
        await buildSubmission(t.current, { session }),
        await buildSubmission(t.current, { session }),
      ];
      const input =
        where === 'body' ? { body: { deleteForms: true } } : { query: { deleteForms: 'true' as const } };
      const answer = await agent.call(deleteSession, { params: { id: session.id }, ...input });
      expect(answer.status).toBe(200);
      for (const { id } of forms) {
        expect((await agent.call(getSubmission, { params: { id } })).status).toBe(404);
      }
    },
  );

  it('removes no forms while one is out for signature', async () => {
    const agent = await signInAs(t.current);
    const session = await buildSession(t.current);
    const harmless = await buildSubmission(t.current, { session });
    await buildSubmission(t.current, { session, title: 'Agreement', envelope_id: 'e-77', status: 'sent' });
    const params = { id: session.id };
    const rejected = await agent.call(deleteSession, { params, body: { deleteForms: true } });
    expect([rejected.status, rejected.error.message]).toEqual([
      409,
      'Agreement is out for signature. Void it before deleting the session with its forms.',
    ]);
    expect((await agent.call(getSubmission, { params: { id: harmless.id } })).status).toBe(200);
    expect((await agent.call(deleteSession, { params, body: { deleteForms: false } })).status).toBe(200);
  });

  it('leaves nothing behind: every call returns 404, as for a session that never existed', async () => {
    const agent = await signInAs(t.current);
    const { id } = await buildSession(t.current, { is_deleted: true });
    for (const unknown of [id, 999_999]) {
      for (const { status, error } of await Promise.all(callsAbout(agent, unknown))) {
        expect([status, error.message]).toEqual([404, SESSION_NOT_FOUND]);
      }
    }
  });

  it('succeeds once when two agents do it concurrently', async () => {
    const agent = await signInAs(t.current);
    const { id } = await buildSession(t.current);
    const once = () => agent.call(deleteSession, { params: { id }, body: {} });
    const answers = await Promise.all([once(), once(), once()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  it('allows its client to be deleted, unlike an existing session', async () => {
    const agent = await signInAs(t.current);
    const session = await buildSession(t.current);
    const client = { params: { id: session.client_id } };
    await agent.call(generateSessionToken, { params: { id: session.id }, body: {} });
    expect((await agent.call(getRelatedData, client)).body.data).toMatchObject({ sessions: 1 });
    expect((await agent.call(deleteClient, client)).status).toBe(409);
    await agent.call(deleteSession, { params: { id: session.id }, body: {} });
    expect((await agent.call(getRelatedData, client)).body.data).toMatchObject({ sessions: 0 });
    expect((await agent.call(deleteClient, client)).status).toBe(200);
  });
});
