import {
  getSecureForm,
  getSessionPage,
  openSessionForm,
  saveFormProgress,
  startSigning,
  submitSecureForm,
  submitSessionPasscode,
  validateLink,
  validateSessionLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { getDocumentRequest } from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import {
  changeSessionPasscode,
  getSession,
  getSessionDetails,
  updateSession,
} from '@ledgerline/contract/sessions/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { createDocumentRequest } from '@ledgerline/contract/submissions/requested-documents/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, buildSubmission, signInAs } from '#testing/factories.ts';
import { openedPage } from '#testing/opened-page.ts';
import { type Caller, TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

beforeEach(() => t.current.clock.set(TEST_NOW));

describe('a passcode', () => {
  it('is required before anything is shown', async () => {
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
      ['1357', 'The passcode is incorrect.'],
      ['', 'The passcode is incorrect.'],
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

  it('can be tried ten times in fifteen minutes; a correct one resets the count', async () => {
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

/** Sends the cookies of a response with every further call, as a browser does. */
function inBrowser(visitor: Caller, { headers }: { headers: Record<string, unknown> }): Caller {
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return {
    call: (endpoint, input) =>
      visitor.call(endpoint, { ...input, headers: { ...input?.headers, cookie } } as typeof input),
  };
}

async function lockedForm(passcode: string) {
  const page = await openedPage(t.current, { passcode });
  const { body: web } = await page.agent.call(createSubmission, {
    body: { session_id: page.session.id, source_template_id: 'personal-info' },
  });
  const params = { id: web.id };
  const { body } = await page.visitor.call(openSessionForm, { params, body: { passcode } });
  const token = body.url.split('/').at(-1) ?? '';
  return { ...page, token, form: t.current.withToken(token) };
}

describe('a form opened from a session with a passcode', () => {
  it('requires it at every call, unless it was entered in this browser', async () => {
    const { form, token } = await lockedForm('2468');
    const link = await t.current.call(validateLink, { body: { token } });
    expect([link.body.state, link.body.form.title]).toEqual(['passcode', '']);
    for (const answer of [
      await form.call(getSecureForm),
      await form.call(saveFormProgress, { body: { step: 0, form_data: {} } }),
      await form.call(submitSecureForm, { body: { form_data: {} } }),
      await form.call(startSigning),
    ]) {
      expect([answer.status, answer.error.message]).toEqual([403, 'Please enter the passcode.']);
    }
    const submit = (passcode: string) => t.current.call(submitSessionPasscode, { body: { token, passcode } });
    const wrong = await submit('1357');
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([403, undefined]);
    const right = await submit(' 2468');
    expect(right.status).toBe(200);
    expect(String(right.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    const browser = inBrowser(t.current, right);
    expect((await browser.call(validateLink, { body: { token } })).body.state).toBe('ready');
    expect((await inBrowser(form, right).call(getSecureForm)).status).toBe(200);
  });

  it('opens if the passcode was entered on the page, until the passcode changes', async () => {
    const { form, visitor, agent, session, link } = await lockedForm('2468');
    const unlocked = await visitor.call(getSessionPage, { body: { passcode: '2468' } });
    expect((await inBrowser(form, unlocked).call(getSecureForm)).status).toBe(200);
    const page = inBrowser(visitor, unlocked);
    expect((await page.call(getSessionPage, { body: {} })).status).toBe(200);
    const validated = await page.call(validateSessionLink, { body: { token: link.token } });
    expect(validated.body.state).toBe('ready');
    const params = { id: session.id };
    expect((await page.call(getSessionDetails, { params })).status).toBe(200);
    await agent.call(changeSessionPasscode, { params, body: { passcode: '97531' } });
    expect((await inBrowser(form, unlocked).call(getSecureForm)).status).toBe(403);
    expect((await page.call(getSessionPage, { body: {} })).status).toBe(403);
    await agent.call(changeSessionPasscode, { params, body: { passcode: null } });
    expect((await form.call(getSecureForm)).status).toBe(200);
  });

  it('does not open with the cookie of another session', async () => {
    const mine = await lockedForm('2468');
    const other = await lockedForm('2468');
    const unlocked = await other.visitor.call(getSessionPage, { body: { passcode: '2468' } });
    const cookie = String(unlocked.headers['set-cookie']).replace(
      `passcode_${other.session.id}`,
      `passcode_${mine.session.id}`,
    );
    const forged = inBrowser(mine.form, { headers: { 'set-cookie': cookie } });
    expect((await forged.call(getSecureForm)).status).toBe(403);
  });
});

describe('guessing a passcode', () => {
  it('is limited to a hundred attempts a day from all addresses together, so that 10,000 take months', async () => {
    const { token, session, visitor } = await lockedForm('2468');
    let tries = 0;
    for (let quarter = 0; quarter < 60; quarter += 1) {
      for (let n = 0; n < 4; n += 1) {
        const { statusCode } = await t.current.app.inject({
          method: 'POST',
          url: '/api/secure-access/passcode',
          remoteAddress: `10.1.${quarter}.${n}`,
          payload: { token, passcode: `wrong ${n}` },
        });
        if (statusCode === 403) tries += 1;
        else expect(statusCode).toBe(429);
      }
      t.current.clock.advance(900_000);
    }
    expect(tries).toBe(100);
    const rows = await t.current.deps.database.query(
      `select 1 from audit_events where action = 'passcode_refused' and entity_id = $1`,
      [session.id],
    );
    expect(rows.length).toBeGreaterThan(0);
    // The client can continue with a new passcode from their agent.
    expect((await visitor.call(getSessionPage, { body: { passcode: '2468' } })).status).toBe(429);
    const params = { id: session.id };
    const again = await signInAs(t.current);
    await again.call(changeSessionPasscode, { params, body: { passcode: '13579' } });
    expect((await visitor.call(getSessionPage, { body: { passcode: '13579' } })).status).toBe(200);
  });

  it('does not count when the passcode is correct, or was entered in this browser', async () => {
    const { visitor } = await lockedForm('2468');
    const unlocked = await visitor.call(getSessionPage, { body: { passcode: '2468' } });
    for (let n = 0; n < 110; n += 1) {
      expect((await visitor.call(getSessionPage, { body: { passcode: '2468' } })).status).toBe(200);
      if (n % 50 === 0) t.current.clock.advance(61_000);
    }
    const page = inBrowser(visitor, unlocked);
    for (let n = 0; n < 12; n += 1) await visitor.call(getSessionPage, { body: { passcode: 'wrong' } });
    expect((await page.call(getSessionPage, { body: { passcode: '2468' } })).status).toBe(200);
  });
});

describe('the details of a session', () => {
  it("open with the session’s own link, never with another's or with a form link", async () => {
    const mine = await openedPage(t.current);
    const other = await openedPage(t.current);
    const { body: web } = await mine.agent.call(createSubmission, {
      body: { session_id: mine.session.id, source_template_id: 'personal-info' },
    });
    const form = t.current.withToken((await mine.open(web.id)).body.url.split('/').at(-1) ?? '');
    const params = { id: mine.session.id };
    const own = await mine.visitor.call(getSessionDetails, { params });
    expect(own.body.data).toMatchObject({
      session_type: 'Your forms from Ledgerline',
      client_name: 'Zoe Lindqvist',
    });
    await mine.agent.call(updateSession, { params, body: { client_title: 'Medicare for Zoe' } });
    const titled = await mine.visitor.call(getSessionDetails, { params });
    expect(titled.body.data.session_type).toBe('Medicare for Zoe');
    const page = await mine.visitor.call(getSessionPage, { body: {} });
    expect(page.body.data.titles.es).toBe('Medicare for Zoe');
    expect((await other.visitor.call(getSessionDetails, { params })).status).toBe(403);
    expect((await form.call(getSessionDetails, { params })).status).toBe(403);
    expect((await form.call(getSecureForm)).status).toBe(200);
    expect((await t.current.call(getSessionDetails, { params })).status).toBe(401);
  });
});

describe('a document request in a session', () => {
  it('is a step of the page and counts for the status, and its own link needs the passcode', async () => {
    const { agent, session, visitor } = await openedPage(t.current, { passcode: '2468' });
    const { client_id } = session;
    const documents = [{ name: 'Photo ID' }];
    const other = await buildClient(t.current);
    const wrong = { client_id: other, session_id: session.id, documents };
    expect((await agent.call(createDocumentRequest, { body: wrong })).status).toBe(409);
    const request = { client_id, session_id: session.id, documents };
    const { id } = (await agent.call(createDocumentRequest, { body: request })).body;
    const body = { passcode: '2468' };
    const page = (await visitor.call(getSessionPage, { body })).body.data;
    expect(page.forms).toMatchObject([{ id, action: 'upload', titles: { es: 'Documentos' } }]);
    expect([page.todo_count, page.client_count]).toEqual([1, 1]);
    const { status } = (await agent.call(getSession, { params: { id: session.id } })).body.data;
    expect(status).toBe('Pending Client Signature');
    const { url } = (await visitor.call(openSessionForm, { params: { id }, body })).body;
    const elsewhere = t.current.withToken(url.split('/').at(-1) ?? '');
    const locked = await elsewhere.call(getDocumentRequest);
    expect([locked.status, locked.error.message]).toEqual([403, 'Please enter the passcode.']);
  });
});
