import { listAuditEvents } from '@ledgerline/contract/audit/endpoints';
import { updateClient } from '@ledgerline/contract/clients/endpoints';
import {
  saveFormProgress,
  submitPublicForm,
  submitSecureForm,
} from '@ledgerline/contract/public-forms/endpoints';
import {
  applyAnswers,
  listAnswerDifferences,
  updateAnswerDifferences,
} from '@ledgerline/contract/submissions/differences/endpoints';
import {
  getSubmission,
  listTemplateSubmissions,
  readSubmission,
  unlinkSubmissionFromClient,
  updateSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { listToday } from '@ledgerline/contract/today/endpoints';
import { describe, expect, it } from 'vitest';
import { comparedAnswers } from '#testing/compared-answers.ts';
import { buildClient, buildSubmission, signInAs } from '#testing/factories.ts';
import { sentLink, submitBody } from '#testing/sent-link.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

async function isOnToday(agent: Caller, id: number): Promise<boolean> {
  const { body } = await agent.call(listToday, { query: { limit: 200 } });
  return body.lines.some((item) => item.kind === 'unread' && item.id === id);
}

/** A submitted form that an agent has opened. */
async function opened(client: Parameters<typeof sentLink>[1] = { client_last_name: 'Marin' }) {
  const sent = await sentLink(t.current, client);
  expect((await sent.visitor.call(submitSecureForm, { body: submitBody() })).status).toBe(200);
  const { agent, clientId, sessionFormId: id } = sent;
  const params = { id };
  expect((await agent.call(readSubmission, { params })).status).toBe(200);
  const state = async () => {
    const { body } = await agent.call(getSubmission, { params });
    const { read_at, has_pending_answers } = body.data;
    return { isRead: read_at !== null, has_pending_answers, isOnToday: await isOnToday(agent, id) };
  };
  const dismiss = (is_dismissed: boolean, client_id = clientId) =>
    agent.call(updateAnswerDifferences, { params, body: { client_id, is_dismissed } });
  return { ...sent, id, params, state, dismiss };
}

const PENDING = { isRead: true, has_pending_answers: true, isOnToday: true };
const DECIDED = { isRead: true, has_pending_answers: false, isOnToday: false };

/** Every answer of the form is in the record. */
async function agreeing() {
  const form = await opened();
  const { agent, params } = form;
  const seen = await comparedAnswers(agent, form);
  const fields = seen.compared.map(({ field }) => field);
  expect((await agent.call(applyAnswers, { params, body: { ...seen, fields } })).status).toBe(200);
  return form;
}

describe('an opened form with answers that differ from the record', () => {
  it('is read but stays on Today, however often it is opened', async () => {
    const { agent, params, state } = await opened();
    expect(await state()).toEqual(PENDING);
    await agent.call(readSubmission, { params });
    expect(await state()).toEqual(PENDING);
  });

  it('leaves Today when answers are applied, also if others were not selected', async () => {
    const { agent, params, state, ...sent } = await opened();
    const body = { ...(await comparedAnswers(agent, sent)), fields: ['client_last_name'] };
    await agent.call(applyAnswers, { params, body });
    expect(await state()).toEqual(DECIDED);
    await agent.call(readSubmission, { params });
    expect(await state()).toEqual(DECIDED);
  });

  it('stays on Today when applying fails', async () => {
    const { agent, params, state, clientId, ...sent } = await opened();
    const body = { ...(await comparedAnswers(agent, { clientId, ...sent })), fields: ['client_last_name'] };
    await agent.call(updateClient, { params: { id: clientId }, body: { client_last_name: 'Lopez' } });
    expect((await agent.call(applyAnswers, { params, body })).status).toBe(409);
    expect(await state()).toEqual(PENDING);
  });

  it('leaves Today when the answers are not needed, and returns when that is undone', async () => {
    const { agent, params, state, dismiss } = await opened();
    expect((await dismiss(true)).body.message).toBe('Marked as not needed.');
    expect(await state()).toEqual(DECIDED);
    await agent.call(readSubmission, { params });
    expect(await state()).toEqual(DECIDED);
    expect((await agent.call(listAnswerDifferences, { params })).body.data.length).toBeGreaterThan(0);
    expect((await dismiss(false)).body.message).toBe('Back on Today.');
    expect(await state()).toEqual(PENDING);
  });

  it('can be dismissed before it counts as read', async () => {
    const { agent, clientId, sessionFormId, visitor } = await sentLink(t.current);
    await visitor.call(submitSecureForm, { body: submitBody() });
    const params = { id: sessionFormId };
    expect(await isOnToday(agent, sessionFormId)).toBe(true);
    await agent.call(updateAnswerDifferences, { params, body: { client_id: clientId, is_dismissed: true } });
    expect(await isOnToday(agent, sessionFormId)).toBe(false);
  });

  it('leaves Today when it is opened after the record was corrected by hand', async () => {
    const { agent, params, dismiss, state } = await agreeing();
    expect((await dismiss(false)).error.message).toBe('The client record already has these answers.');
    await t.current.deps.database.query('update session_forms set has_pending_answers = true where id = $1', [
      params.id,
    ]);
    expect((await state()).isOnToday).toBe(true);
    await agent.call(readSubmission, { params });
    expect(await state()).toEqual(DECIDED);
  });
});

it('records in the audit log and the timeline what was not needed, once', async () => {
  const { clientId, agent, id, dismiss } = await opened();
  const owner = await signInAs(t.current, { is_owner: true });
  t.current.clock.advance(60_000);
  await dismiss(true);
  await dismiss(true);
  t.current.clock.advance(60_000);
  await dismiss(false);
  const { body } = await owner.call(listAuditEvents, { query: {} });
  const own = body.events.filter(({ entity, entity_id }) => entity === 'session_form' && entity_id === id);
  expect(own.map(({ sentence }) => sentence).slice(0, 2)).toEqual([
    'marked the answers of the form “Personal Information” as needed again',
    'marked the answers of the form “Personal Information” as not needed',
  ]);
  expect(own.filter(({ action }) => action === 'answers_dismissed')).toHaveLength(1);
  const timeline = await agent.call(listClientTimeline, { params: { id: clientId }, query: {} });
  const events = timeline.body.lines.map(({ event }) => event);
  expect(events.slice(0, 2)).toEqual(['answers_reopened', 'answers_dismissed']);
});

describe('leaves Today on opening:', () => {
  it('a form without comparable answers', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current);
    const { id } = await buildSubmission(t.current, { client_id, is_completed: true });
    expect(await isOnToday(agent, id)).toBe(true);
    await agent.call(readSubmission, { params: { id } });
    expect(await isOnToday(agent, id)).toBe(false);
  });

  it('a form whose answers are in the record', async () => {
    const { agent, clientId, sessionFormId: id } = await agreeing();
    await t.current.deps.database.query('update session_forms set read_at = null where id = $1', [id]);
    expect(await isOnToday(agent, id)).toBe(true);
    await agent.call(readSubmission, { params: { id } });
    expect(await isOnToday(agent, id)).toBe(false);
    expect(clientId).toBeGreaterThan(0);
  });
});

describe('a decision about answers', () => {
  it('does not apply to another client that the form is linked to', async () => {
    const { agent, params, state, dismiss } = await opened();
    await dismiss(true);
    await agent.call(unlinkSubmissionFromClient, { params });
    expect(await state()).toEqual(DECIDED);
    const other = await buildClient(t.current);
    await agent.call(updateSubmission, { params, body: { client_id: other } });
    expect(await state()).toEqual(PENDING);
    expect((await dismiss(true, other)).status).toBe(200);
    expect(await state()).toEqual(DECIDED);
  });

  it('is not pending without a client, and is when a visitor’s form gets one', async () => {
    const agent = await signInAs(t.current);
    const progress_session_id = 'TEMP_pending000000001';
    await t.current.call(submitPublicForm, {
      params: { formLinkId: 'personal-info' },
      body: { ...submitBody(), progress_session_id },
    });
    const { body } = await agent.call(listTemplateSubmissions, { params: { id: 'personal-info' } });
    const id = body.data.find((row) => row.progress_session_id === progress_session_id)?.id ?? 0;
    await agent.call(readSubmission, { params: { id } });
    expect(await isOnToday(agent, id)).toBe(false);
    await agent.call(updateSubmission, { params: { id }, body: { client_id: await buildClient(t.current) } });
    expect(await isOnToday(agent, id)).toBe(true);
  });

  it('requires a submitted form', async () => {
    const { agent, clientId, sessionFormId, visitor } = await sentLink(t.current);
    await visitor.call(saveFormProgress, {
      body: { step: 0, form_data: { personalInfo: { firstName: 'Ro' } } },
    });
    const answer = await agent.call(updateAnswerDifferences, {
      params: { id: sessionFormId },
      body: { client_id: clientId, is_dismissed: true },
    });
    expect(answer.status).toBe(409);
  });
});
