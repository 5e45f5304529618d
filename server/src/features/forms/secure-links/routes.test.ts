import { getClient } from '@ledgerline/contract/clients/endpoints';
import { getSecureForm, submitSecureForm, validateLink } from '@ledgerline/contract/public-forms/endpoints';
import { isStorableToken } from '@ledgerline/contract/rules';
import { createClientLink, listClientLinks } from '@ledgerline/contract/secure-links/endpoints';
import {
  listClientSubmissions,
  unlinkSubmissionFromClient,
} from '@ledgerline/contract/submissions/endpoints';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { openTestApp, TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const HOUR_MS = 3_600_000;
const formId = 'personal-info';

beforeEach(() => t.current.clock.set(TEST_NOW));

async function addTemplate(type: string, linkId: string): Promise<number> {
  const [row] = await t.current.deps.database.query<{ id: number }>(
    'insert into global_forms (type, form_name_agent, form_name_client, form_link_id) values ($1, $2, $2, $3) returning id',
    [type, `${type} form`, linkId],
  );
  return row?.id ?? 0;
}

describe("the link of a client's form", () => {
  it('is created on demand, for 168 hours, with an address of the form', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const links = () => agent.call(listClientLinks, { params: { clientId } });
    expect((await links()).body.data).toEqual([]);
    const { status, body } = await agent.call(createClientLink, { body: { formId, clientId } });
    expect(status).toBe(200);
    expect(isStorableToken(body.data.token)).toBe(true);
    expect(body.data).toMatchObject({
      formUrl: `http://localhost/forms/personal-info/${body.data.token}`,
      expiresAt: new Date(TEST_NOW.getTime() + 168 * HOUR_MS).toISOString(),
      status: 'pending',
      expiresSoon: false,
    });
    expect((await links()).body.data).toMatchObject([
      {
        secure_access_token: body.data.token,
        access_token_expires_at: body.data.expiresAt,
        access_type: 'client_new',
        client_id: clientId,
        session_form_id: body.data.sessionFormId,
        status: 'pending',
        title: 'Personal Information',
        form_url: body.data.formUrl,
        is_expired: false,
      },
    ]);
  });

  it('is returned when requested again, by link id or by number, and is marked as opened after a visit', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const first = await agent.call(createClientLink, { body: { formId, clientId } });
    await t.current.call(validateLink, { body: { token: first.body.data.token } });
    const number = (await agent.call(listClientLinks, { params: { clientId } })).body.data[0]?.form_id ?? 0;
    const second = await agent.call(createClientLink, { body: { formId: number, clientId } });
    expect(second.body.data).toEqual({ ...first.body.data, status: 'opened' });
  });

  it('is returned for a link id that looks like a number, and in any letter case', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    await addTemplate('DocuSign', '10401040');
    const requestLink = async (id: string | number) =>
      (await agent.call(createClientLink, { body: { formId: id, clientId } })).body.data;
    const [byText, byNumber] = [await requestLink('10401040'), await requestLink(10401040)];
    expect(byNumber).toEqual(byText);
    expect(await requestLink(formId.toUpperCase())).toEqual(await requestLink(formId));
  });

  it('is one link and one submission when two agents request it concurrently', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const requestLink = () => agent.call(createClientLink, { body: { formId, clientId } });
    const answers = await Promise.all([requestLink(), requestLink(), requestLink()]);
    expect(new Set(answers.map(({ body }) => body.data.token)).size).toBe(1);
    expect((await agent.call(listClientSubmissions, { params: { id: clientId } })).body.data).toHaveLength(1);
  });

  it('is replaced once it has expired and is requested without hours', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const old = await agent.call(createClientLink, { body: { formId, clientId, expirationHours: 1 } });
    t.current.clock.advance(HOUR_MS + 1000);
    const fresh = await agent.call(createClientLink, { body: { formId, clientId } });
    expect(fresh.body.data.token).not.toBe(old.body.data.token);
    expect(fresh.body.data.sessionFormId).toBe(old.body.data.sessionFormId);
    expect((await t.current.withToken(old.body.data.token).call(getSecureForm)).status).toBe(401);
    expect((await t.current.withToken(fresh.body.data.token).call(getSecureForm)).status).toBe(200);
  });

  it('starts a new submission after the last one was submitted', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const first = await agent.call(createClientLink, { body: { formId, clientId } });
    await t.current.withToken(first.body.data.token).call(submitSecureForm, {
      body: { form_data: sampleAnswers(), language: 'en' },
    });
    const second = await agent.call(createClientLink, { body: { formId, clientId } });
    expect(second.body.data.sessionFormId).not.toBe(first.body.data.sessionFormId);
    const links = await agent.call(listClientLinks, { params: { clientId } });
    expect(links.body.data.map(({ status }) => status)).toEqual(['pending', 'completed']);
  });

  it('shows its own client only, with only their name and contact details', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current, { client_first_name: 'Zoe', ssn: '219099999' });
    const other = await buildClient(t.current);
    const { body } = await agent.call(createClientLink, { body: { formId, clientId } });
    const visitor = t.current.withToken(body.data.token);
    const own = await visitor.call(getClient, { params: { id: clientId } });
    expect(own.body.data).toMatchObject({ client_first_name: 'Zoe' });
    expect(own.body.data).not.toHaveProperty('ssn');
    expect((await visitor.call(getClient, { params: { id: other } })).status).toBe(403);
    t.current.clock.advance(169 * HOUR_MS);
    expect((await visitor.call(getClient, { params: { id: clientId } })).status).toBe(403);
  });

  it('is revoked when its submission is unlinked from the client', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const { body } = await agent.call(createClientLink, { body: { formId, clientId } });
    const { sessionFormId, token } = body.data;
    await agent.call(unlinkSubmissionFromClient, { params: { id: sessionFormId } });
    expect((await t.current.withToken(token).call(getSecureForm)).status).toBe(401);
    expect((await agent.call(listClientLinks, { params: { clientId } })).body.data).toEqual([]);
  });

  it('audits its creation and extension', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    await agent.call(createClientLink, { body: { formId, clientId } });
    await agent.call(createClientLink, { body: { formId, clientId, expirationHours: 720 } });
    const rows = await t.current.deps.database.query<{ action: string }>(
      `select a.action from audit_events a join secure_links l on l.id = a.entity_id
        where a.entity = 'secure_link' and l.client_id = $1 order by a.id`,
      [clientId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'extended']);
  });
});

describe('links that cannot be created', () => {
  it('returns 404 for unknown clients and forms', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    expect((await agent.call(createClientLink, { body: { formId, clientId: 999_999 } })).status).toBe(404);
    expect((await agent.call(createClientLink, { body: { formId: 'nothing', clientId } })).status).toBe(404);
    expect((await agent.call(createClientLink, { body: { formId: 999_999, clientId } })).status).toBe(404);
    expect((await agent.call(listClientLinks, { params: { clientId: 999_999 } })).status).toBe(404);
  });

  it.each([
    ['PDF', 'a-pdf', 'link_not_supported', 'Form not supported'],
    ['Link', 'a-link', 'link_not_supported', 'Form not supported'],
    ['Web Form', 'not-registered', 'source_missing', 'Form source not configured'],
    ['DocuSign', '', 'source_missing', 'Form source not configured'],
  ])('rejects a %s form with link id "%s"', async (type, linkId, code, message) => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const body = { formId: await addTemplate(type, linkId), clientId };
    const rejected = await agent.call(createClientLink, { body });
    expect(rejected).toMatchObject({ status: 409, error: { code, message } });
  });

  it('uses an address under /sign for e-signature forms', async () => {
    const agent = await signInAs(t.current);
    const clientId = await buildClient(t.current);
    const created = await agent.call(createClientLink, {
      body: { formId: await addTemplate('DocuSign', 'w-9'), clientId },
    });
    expect(new URL(created.body.data.formUrl).pathname).toBe(`/sign/w-9/${created.body.data.token}`);
  });

  it.each([
    [{ formId }],
    [{ formId, clientId: 'x' }],
    [{ formId, clientId: 1, expirationHours: 0 }],
    [{ formId, clientId: 1, expirationHours: 721 }],
    [{ formId, clientId: 1, expirationHours: '168' }],
    [{ formId: '', clientId: 1 }],
    [{ formId: 'a\u0000', clientId: 1 }],
    [{ formId, clientId: 1, extra: true }],
  ])('rejects the body %j', async (body) => {
    const agent = await signInAs(t.current);
    expect((await agent.call(createClientLink, { body: body as never })).status).toBe(400);
  });

  it('requires an agent', async () => {
    expect((await t.current.call(createClientLink, { body: { formId, clientId: 1 } })).status).toBe(401);
    expect((await t.current.call(listClientLinks, { params: { clientId: 1 } })).status).toBe(401);
  });
});

it('builds addresses on PUBLIC_URL when it is set', async () => {
  const other = await openTestApp({ PUBLIC_URL: 'https://forms.palm.example/' });
  try {
    const agent = await signInAs(other);
    const clientId = await buildClient(other);
    const { body } = await agent.call(createClientLink, { body: { formId, clientId } });
    expect(body.data.formUrl).toBe(`https://forms.palm.example/forms/personal-info/${body.data.token}`);
  } finally {
    await other.close();
  }
});
