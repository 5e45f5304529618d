import {
  getSecureForm,
  getSessionPage,
  openSessionForm,
  validateSessionLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { getSessionDetails } from '@ledgerline/contract/sessions/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildSubmission } from '#testing/factories.ts';
import { openedPage } from '#testing/opened-page.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

beforeEach(() => t.current.clock.set(TEST_NOW));

describe('a passcode', () => {
  it('is asked for before anything is shown', async () => {
    const { session, visitor, link } = await openedPage(t.current, { passcode: '2468' });
    const form = await buildSubmission(t.current, {
      session,
      type: 'Link',
      embedded_url: 'https://x.example',
    });
    expect((await t.current.call(validateSessionLink, { body: { token: link.token } })).body.state).toBe(
      'passcode',
    );
    const params = { id: form.id };
    for (const [passcode, message] of [
      [undefined, 'Please enter the passcode.'],
      ['1357', 'The passcode is not right.'],
      ['', 'The passcode is not right.'],
    ] as const) {
      const body = passcode === undefined ? {} : { passcode };
      for (const answer of [
        await visitor.call(getSessionPage, { body }),
        await visitor.call(openSessionForm, { params, body }),
      ]) {
        expect([answer.status, answer.error.message]).toEqual([403, message]);
        expect(JSON.stringify(answer.error)).not.toMatch(/Medicare|Zoe|x\.example/);
      }
    }
    expect((await visitor.call(getSessionDetails, { params: { id: session.id } })).status).toBe(403);
    const body = { passcode: ' 2468 ' };
    expect((await visitor.call(getSessionPage, { body })).status).toBe(200);
    expect((await visitor.call(openSessionForm, { params, body })).status).toBe(200);
  });

  it('can be tried ten times in a quarter of an hour; a right one starts the count anew', async () => {
    const { visitor } = await openedPage(t.current, { passcode: '2468' });
    const attempt = async (passcode: string) =>
      (await visitor.call(getSessionPage, { body: { passcode } })).status;
    for (let n = 0; n < 9; n += 1) expect(await attempt(`wrong ${n}`)).toBe(403);
    expect(await attempt('2468')).toBe(200);
    for (let n = 0; n < 10; n += 1) expect(await attempt(`wrong ${n}`)).toBe(403);
    expect(await attempt('2468')).toBe(429);
    t.current.clock.advance(901_000);
    expect(await attempt('2468')).toBe(200);
  });
});

describe('the details of a session', () => {
  it("open with the session's own link, never with another's or with one of a form", async () => {
    const mine = await openedPage(t.current);
    const other = await openedPage(t.current);
    const { body: web } = await mine.agent.call(createSubmission, {
      body: { session_id: mine.session.id, source_template_id: 'personal-info' },
    });
    const form = t.current.withToken((await mine.open(web.id)).body.url.split('/').at(-1) ?? '');
    const params = { id: mine.session.id };
    const own = await mine.visitor.call(getSessionDetails, { params });
    expect(own.body.data).toMatchObject({ session_type: 'Medicare', client_name: 'Zoe Lindqvist' });
    expect((await other.visitor.call(getSessionDetails, { params })).status).toBe(403);
    expect((await form.call(getSessionDetails, { params })).status).toBe(403);
    expect((await form.call(getSecureForm)).status).toBe(200);
    expect((await t.current.call(getSessionDetails, { params })).status).toBe(401);
  });
});
