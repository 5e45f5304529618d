import { listClients } from '@ledgerline/contract/clients/endpoints';
import {
  getSecureForm,
  saveFormProgress,
  submitSecureForm,
  validateLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { getSubmission, unlinkSubmissionFromClient } from '@ledgerline/contract/submissions/endpoints';
import { describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { HOUR_MS, sentLink, submitBody } from '#testing/sent-link.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ BRAND: 'Palm Insurance' });

describe('opening a link', () => {
  it('reports what it is for, and only the language of the client', async () => {
    const { token, agent, clientId } = await sentLink(t.current, {
      client_first_name: 'Zebulon',
      primary_phone: '3055550123',
    });
    const { status, body } = await t.current.call(validateLink, { body: { token } });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      state: 'ready',
      form: {
        form_link_id: 'personal-info',
        title: 'Personal Information',
        titles: expect.objectContaining({ en: 'Personal Information', es: 'Información personal' }),
        type: 'Web Form',
        brokerage: 'Palm Insurance',
        agent_name: `Alex ${agent.agent.last_name}`,
        totalSteps: 11,
      },
      language: null,
      expires_at: new Date(TEST_NOW.getTime() + 168 * HOUR_MS).toISOString(),
    });
    expect(JSON.stringify(body)).not.toMatch(/Zebulon|0123|client/);
    expect(clientId).toBeGreaterThan(0);
  });

  it.each(['expired', 'revoked'] as const)(
    'reports in the client’s language that it is %s, until the form is unlinked from the client',
    async (state) => {
      const { token, agent, clientId, sessionFormId } = await sentLink(t.current, {
        pref_lang: 'Portuguese',
      });
      t.current.clock.advance(169 * HOUR_MS);
      const later = await signInAs(t.current);
      // Requested without hours, an expired link is replaced.
      if (state === 'revoked')
        await later.call(createClientLink, { body: { formId: 'personal-info', clientId } });
      const { body } = await t.current.call(validateLink, { body: { token } });
      expect([body.state, body.language]).toEqual([state, 'pt']);
      t.current.clock.set(TEST_NOW);
      await agent.call(unlinkSubmissionFromClient, { params: { id: sessionFormId } });
      const checked = await t.current.call(validateLink, { body: { token } });
      expect([checked.body.state, checked.body.language]).toEqual(['revoked', null]);
    },
  );

  it('returns the form with the known client data, and changes nothing', async () => {
    const { visitor, agent, sessionFormId } = await sentLink(t.current, {
      client_first_name: 'Zoe',
      dob: '1961-05-31',
      pref_lang: 'Spanish',
      ssn: '219099999',
    });
    const before = await agent.call(getSubmission, { params: { id: sessionFormId } });
    const { body } = await visitor.call(getSecureForm);
    expect(body.form_data).toBeNull();
    expect(body.language).toBe('es');
    expect(body.prefill).toMatchObject({ personalInfo: { firstName: 'Zoe', dateOfBirth: '1961-05-31' } });
    expect(JSON.stringify(body)).not.toContain('9999');
    expect(body.progress_session_id).toMatch(/^SEC_[A-Za-z0-9]{16}$/);
    expect(body.expires_soon).toBe(false);
    const after = await agent.call(getSubmission, { params: { id: sessionFormId } });
    expect(after.body).toEqual(before.body);
  });

  it('rejects forged, truncated, swapped and missing tokens with the same message', async () => {
    const { token } = await sentLink(t.current);
    const other = await sentLink(t.current);
    const [head, body, signature] = token.split('.');
    const [, otherBody] = other.token.split('.');
    const flipped = signature?.startsWith('A') ? `B${signature.slice(1)}` : `A${signature?.slice(1)}`;
    const bad = [
      'abc',
      `${head}.${body}`,
      token.slice(0, -1),
      `${head}.${body}.${flipped}`,
      `${head}.${otherBody}.${signature}`,
      'TEMP_AAAAAAAAAAAAAAAA',
    ];
    for (const attempt of bad) {
      const loaded = await t.current.withToken(attempt).call(getSecureForm);
      expect([loaded.status, loaded.error.message], attempt).toEqual([
        401,
        'Invalid or expired secure token.',
      ]);
      const checked = await t.current.call(validateLink, { body: { token: attempt } });
      expect([checked.status, checked.error.message], attempt).toEqual([
        401,
        'Invalid or expired secure token.',
      ]);
    }
    expect((await t.current.call(getSecureForm)).status).toBe(401);
  });

  it('does not open under the address of another form', async () => {
    const { visitor, token } = await sentLink(t.current);
    const wrong = { form_link_id: 'iul-application' };
    expect((await visitor.call(getSecureForm, { query: wrong })).status).toBe(401);
    expect((await t.current.call(validateLink, { body: { token, ...wrong } })).status).toBe(401);
  });

  it('rejects the token of a link where an agent is required, and the reverse', async () => {
    const { visitor, agent, sessionFormId } = await sentLink(t.current);
    expect((await visitor.call(listClients)).status).toBe(401);
    expect((await visitor.call(getSubmission, { params: { id: sessionFormId } })).status).toBe(401);
    const asVisitor = await agent.call(getSecureForm);
    expect([asVisitor.status, asVisitor.error.code]).toEqual([401, 'invalid_link']);
  });

  it('distinguishes an expired link from an invalid one, and works again once it is extended', async () => {
    const { visitor, agent, clientId, token } = await sentLink(t.current);
    t.current.clock.advance(168 * HOUR_MS + 1000);
    const expired = await visitor.call(getSecureForm);
    expect([expired.status, expired.error.code, expired.error.message]).toEqual([
      403,
      'link_expired',
      'Link has expired. Please generate a new one.',
    ]);
    for (const attempt of [
      visitor.call(saveFormProgress, { body: { step: 0, form_data: {} } }),
      visitor.call(submitSecureForm, { body: submitBody() }),
    ]) {
      expect((await attempt).status).toBe(403);
    }
    expect((await t.current.call(validateLink, { body: { token } })).body.state).toBe('expired');
    t.current.clock.set(TEST_NOW);
    const again = await signInAs(t.current);
    t.current.clock.advance(10 * HOUR_MS);
    const extended = await again.call(createClientLink, {
      body: { formId: 'personal-info', clientId, expirationHours: 720 },
    });
    expect(extended.body.data.token).toBe(token);
    t.current.clock.set(new Date(TEST_NOW.getTime() + 700 * HOUR_MS));
    const opened = await visitor.call(getSecureForm);
    expect([opened.status, opened.body.expires_soon]).toEqual([200, false]);
    t.current.clock.set(new Date(TEST_NOW.getTime() + 710 * HOUR_MS));
    expect((await visitor.call(getSecureForm)).body.expires_soon).toBe(true);
    t.current.clock.set(TEST_NOW);
    expect((await agent.call(listClients)).status).toBe(200);
  });
});
