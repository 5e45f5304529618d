import type { Endpoint } from '@ledgerline/contract/endpoint';
import {
  getSecureForm,
  getSessionPage,
  openSessionForm,
  saveFormProgress,
  startSigning,
  submitSecureForm,
  validateLink,
  validateSessionLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#platform/http/endpoint-names.ts';
import { buildClient, buildSession, signInAs } from '#testing/factories.ts';
import { submitBody } from '#testing/sent-link.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

/** A client with a session, its link and the link of its form. */
async function family() {
  const agent = await signInAs(t.current);
  const client_id = await buildClient(t.current, { client_first_name: 'Zebulon', pref_lang: 'Spanish' });
  const session = await buildSession(t.current, { client_id, session_type: 'Confidential' });
  const { body: form } = await agent.call(createSubmission, {
    body: { session_id: session.id, source_template_id: 'personal-info' },
  });
  const { body: link } = await agent.call(generateSessionToken, { params: { id: session.id }, body: {} });
  const opened = await t.current
    .withToken(link.token)
    .call(openSessionForm, { params: { id: form.id }, body: {} });
  const formToken = opened.body.url.split('/').at(-1) ?? '';
  return { agent, client_id, session, formId: form.id, pageToken: link.token, formToken };
}

let mine: Awaited<ReturnType<typeof family>>;
let other: Awaited<ReturnType<typeof family>>;
beforeAll(async () => {
  mine = await family();
  other = await family();
});
beforeEach(() => t.current.clock.set(TEST_NOW));

/** Every call that a link can make. `own` is the form of the session that is requested. */
const publicCalls = (token: string, own = mine.formId) => {
  const visitor = t.current.withToken(token);
  return {
    page: () => visitor.call(getSessionPage, { body: {} }),
    open: () => visitor.call(openSessionForm, { params: { id: own }, body: {} }),
    load: () => visitor.call(getSecureForm),
    save: () => visitor.call(saveFormProgress, { body: { step: 0, form_data: {} } }),
    submit: () => visitor.call(submitSecureForm, { body: submitBody() }),
    sign: () => visitor.call(startSigning),
    validateForm: () => t.current.call(validateLink, { body: { token } }),
    validatePage: () => t.current.call(validateSessionLink, { body: { token } }),
  };
};

async function outcomes(token: string) {
  const found: Record<string, string> = {};
  for (const [name, call] of Object.entries(publicCalls(token))) {
    const { status, error } = await call();
    found[name] = status === 200 ? '200' : `${status} ${error.message}`;
    expect(JSON.stringify(error), name).not.toMatch(status === 200 ? /^$/ : /Zebulon|Confidential|stack/);
  }
  return found;
}

const BAD = '401 Invalid or expired secure token.';
const ALL_BAD = {
  page: BAD,
  open: BAD,
  load: BAD,
  save: BAD,
  submit: BAD,
  sign: BAD,
  validateForm: BAD,
  validatePage: BAD,
};

describe('an invalid token', () => {
  it.each(['formToken', 'pageToken'] as const)(
    'opens nothing when it is altered, truncated or swapped: %s',
    async (kind) => {
      const token = mine[kind];
      const [head = '', body = '', signature = ''] = token.split('.');
      const [, theirs = ''] = other[kind].split('.');
      const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
      for (const attempt of [
        `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
        `${head}.${theirs}.${signature}`,
        `${none}.${body}.`,
        `${none}.${body}.x`,
        token.slice(0, -2),
        `${head}.${body}`,
        'TEMP_AAAAAAAAAAAAAAAA',
        'a.b.c',
        mine.agent.token,
      ]) {
        expect([attempt, await outcomes(attempt)]).toEqual([attempt, ALL_BAD]);
      }
    },
  );

  it('opens only what it was issued for: a form link its form, a page link its page', async () => {
    expect(await outcomes(mine.pageToken)).toEqual({
      ...ALL_BAD,
      page: '200',
      open: '200',
      validatePage: '200',
    });
    const calls = publicCalls(mine.formToken);
    for (const name of ['page', 'open', 'validatePage'] as const) {
      const { status, error } = await calls[name]();
      expect([name, status, error.message]).toEqual([name, 401, 'Invalid or expired secure token.']);
    }
    expect((await calls.load()).status).toBe(200);
  });

  it("opens no form of another client's session", async () => {
    const { status, error } = await publicCalls(other.pageToken, mine.formId).open();
    expect([status, error.message]).toEqual([404, 'Form not found.']);
  });

  it('reports that it has expired, and nothing else', async () => {
    t.current.clock.set(new Date(TEST_NOW.getTime() + 169 * 3_600_000));
    const late = '403 Link has expired. Please generate a new one.';
    const expired = { page: late, open: late, load: late, save: late, submit: late, sign: late };
    expect(await outcomes(mine.formToken)).toEqual({ ...expired, validateForm: '200', validatePage: BAD });
    expect(await outcomes(mine.pageToken)).toEqual({ ...expired, validateForm: BAD, validatePage: '200' });
  });

  it('opens nothing once it was revoked', async () => {
    const gone = await family();
    await gone.agent.call(generateSessionToken, {
      params: { id: gone.session.id },
      body: { forceRegenerate: true },
    });
    expect(await outcomes(gone.formToken)).toEqual({ ...ALL_BAD, validateForm: '200' });
    expect(await outcomes(gone.pageToken)).toEqual({ ...ALL_BAD, validatePage: '200' });
    const form = await t.current.call(validateLink, { body: { token: gone.formToken } });
    const page = await t.current.call(validateSessionLink, { body: { token: gone.pageToken } });
    expect([form.body.state, page.body.state]).toEqual(['revoked', 'revoked']);
    // The reason is given in the recipient's language.
    expect([form.body.language, page.body.language]).toEqual(['es', 'es']);
  });
});

describe('the agent API', () => {
  const agentOnly = ENDPOINTS.filter(({ access }) =>
    ['agent', 'agent_manager', 'owner_or_developer', 'developer'].includes(access),
  );
  const send = (endpoint: Endpoint, token: string, id: number) =>
    t.current.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/:\w+/g, String(id))}`,
      headers: { authorization: `Bearer ${token}` },
      ...(endpoint.method === 'GET' ? {} : { payload: {} }),
    });

  it('opens nothing to a visitor with a link, not even their own data', async () => {
    expect(agentOnly.length).toBeGreaterThan(60);
    for (const endpoint of agentOnly) {
      for (const token of [mine.formToken, mine.pageToken]) {
        const response = await send(endpoint, token, mine.formId);
        expect([endpoint.name, response.statusCode]).toEqual([endpoint.name, 401]);
      }
    }
  });

  it('opens no client, session or document of another client where links are accepted', async () => {
    const shared = ENDPOINTS.filter(({ access }) => access === 'agent_or_client');
    expect(shared.length).toBeGreaterThan(1);
    for (const endpoint of shared) {
      for (const id of [other.client_id, other.session.id, 999_999]) {
        if (id === mine.client_id || id === mine.session.id) continue;
        const { statusCode } = await send(endpoint, mine.pageToken, id);
        expect([endpoint.name, [401, 403, 404].includes(statusCode)]).toEqual([endpoint.name, true]);
      }
    }
  });
});
