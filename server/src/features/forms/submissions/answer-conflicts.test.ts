import { listOperations } from '@ledgerline/contract/bulk-actions/endpoints';
import {
  getClient,
  listClientHistory,
  revealClientField,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { submitSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import {
  applyAnswers,
  listAnswerDifferences,
  updateAnswerDifferences,
} from '@ledgerline/contract/submissions/differences/endpoints';
import { unlinkSubmissionFromClient, updateSubmission } from '@ledgerline/contract/submissions/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparedAnswers } from '#testing/compared-answers.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { undoBulk } from '#testing/operations.ts';
import { sentLink, submitBody } from '#testing/sent-link.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

/** The sample form has 'Marín', another email and account, and the beneficiaries Luis, Eva and Ana Marín. */
const CLIENT = {
  client_first_name: 'Rosa',
  client_last_name: 'Marin',
  primary_email: 'old@example.test',
  account_number: '000123450000',
  ben1_name: 'Pedro',
};

/** A submitted form whose differences the agent has compared, and a colleague. */
async function compared(client: Parameters<typeof sentLink>[1] = CLIENT) {
  const sent = await sentLink(t.current, client);
  expect((await sent.visitor.call(submitSecureForm, { body: submitBody() })).status).toBe(200);
  const seen = await comparedAnswers(sent.agent, sent);
  const colleague = await signInAs(t.current);
  const params = { id: sent.sessionFormId };
  const correct = (body: BodyInput<typeof updateClient>) =>
    colleague.call(updateClient, { params: { id: sent.clientId }, body });
  const apply = (fields: string[], by = sent.agent, headers = {}) =>
    by.call(applyAnswers, { params, body: { ...seen, fields }, headers });
  const record = async () =>
    (await colleague.call(getClient, { params: { id: sent.clientId } })).body.data as Record<string, unknown>;
  return { ...sent, seen, colleague, params, correct, apply, record };
}

describe('a field that a colleague corrected after it was compared', () => {
  it('is a conflict with the stored value, and nothing is written', async () => {
    const { apply, correct, record, clientId } = await compared();
    await correct({ client_last_name: 'Marin-Lopez' });
    const answer = await apply(['client_last_name', 'primary_email']);
    expect([answer.status, answer.error.code]).toEqual([409, 'conflict']);
    expect(answer.error.details?.cells).toEqual([
      {
        id: clientId,
        row: null,
        field: 'client_last_name',
        message: 'was changed by someone else',
        theirs: 'Marin-Lopez',
      },
    ]);
    expect(await record()).toMatchObject({
      client_last_name: 'Marin-Lopez',
      primary_email: 'old@example.test',
    });
  });

  it('is replaced once the agent has compared it again', async () => {
    const { agent, params, apply, correct, record, ...sent } = await compared();
    await correct({ client_last_name: 'Marin-Lopez' });
    await apply(['client_last_name']);
    const body = { ...(await comparedAnswers(agent, sent)), fields: ['client_last_name'] };
    const answer = await agent.call(applyAnswers, { params, body });
    expect([answer.status, answer.body.taken]).toEqual([200, ['client_last_name']]);
    expect(await record()).toMatchObject({ client_last_name: 'Marín' });
  });

  it('stays when the applied answers are undone later, and is named', async () => {
    const { agent, apply, correct, record } = await compared();
    await t.current.startJobs();
    expect((await apply(['client_last_name', 'primary_email'])).status).toBe(200);
    await correct({ client_last_name: 'Marin-Lopez' });
    const [operation] = (await agent.call(listOperations, {})).body.data;
    expect(operation?.action).toMatchObject({ kind: 'apply_answers', params: { values: 2 } });
    const { counts } = await undoBulk(agent, operation?.id ?? 0);
    expect(counts).toMatchObject({ undone: 0, kept: 1 });
    expect(await record()).toMatchObject({
      client_last_name: 'Marin-Lopez',
      primary_email: 'old@example.test',
    });
  });

  it('does not prevent other fields from being applied', async () => {
    const { apply, correct, record } = await compared();
    await correct({ client_last_name: 'Marin-Lopez' });
    expect((await apply(['primary_email'])).status).toBe(200);
    expect(await record()).toMatchObject({
      client_last_name: 'Marin-Lopez',
      primary_email: 'rosa@example.test',
    });
  });

  it('shows a secret only as a mask', async () => {
    const { agent, clientId, apply, correct } = await compared();
    await correct({ account_number: '000999994321' });
    const answer = await apply(['account_number']);
    expect(answer.status).toBe(409);
    expect(answer.error.details?.cells).toMatchObject([{ field: 'account_number', theirs: '••••4321' }]);
    expect(JSON.stringify(answer.error)).not.toMatch(/00099999|00012345|000123456/);
    const params = { id: clientId };
    const stored = await agent.call(revealClientField, { params, body: { field: 'account_number' } });
    expect(stored.body.value).toBe('000999994321');
  });

  it('includes what is removed together with a replaced person', async () => {
    const full = { ben2_name: 'A', ben3_name: 'B', ben4_name: 'C' };
    const { apply, correct, record } = await compared({ ...CLIENT, ...full });
    await correct({ ben1_ssn: '219-09-1111' });
    const answer = await apply(['ben1_name']);
    expect(answer.error.details?.cells).toMatchObject([{ field: 'ben1_ssn', theirs: '•••-••-1111' }]);
    expect(await record()).toMatchObject({ ben1_name: 'Pedro', ben1_ssn: '•••-••-1111' });
  });

  it('requires a new comparison when another answer would now be written to it', async () => {
    const { apply, correct, record, seen } = await compared({ ...CLIENT, ben1_name: null });
    const first = seen.compared.find(({ field }) => field === 'ben1_name')?.form_value;
    const second = seen.compared.find(({ field }) => field === 'ben2_name')?.form_value;
    await correct({ ben1_name: second });
    const answer = await apply(['ben2_name']);
    expect([answer.status, answer.error.message]).toEqual([
      409,
      'The client record was changed by someone else. Review the comparison again.',
    ]);
    expect(await record()).toMatchObject({ ben1_name: second, ben2_name: null });
    expect(first).not.toBe(second);
  });
});

describe('two agents at the same time', () => {
  it('apply the same answers once', async () => {
    const { apply, agent, clientId, colleague } = await compared();
    const both = await Promise.all([apply(['client_last_name']), apply(['client_last_name'], colleague)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.flatMap(({ body }) => body.taken)).toEqual(['client_last_name']);
    const history = await agent.call(listClientHistory, { params: { id: clientId }, query: {} });
    expect(history.body.data.filter(({ field }) => field === 'client_last_name')).toHaveLength(1);
  });

  it('cannot replace each other’s value: one of an edit and an answer is a conflict', async () => {
    const { apply, correct, record } = await compared();
    const edit = { client_last_name: 'Marin-Lopez', was: { client_last_name: 'Marin' } };
    const [edited, applied] = await Promise.all([correct(edit), apply(['client_last_name'])]);
    expect([edited.status, applied.status].sort()).toEqual([200, 409]);
    const winner = edited.status === 200 ? 'Marin-Lopez' : 'Marín';
    expect(await record()).toMatchObject({ client_last_name: winner });
  });
});

it('repeats the response of a retried call and keeps a later correction', async () => {
  const { apply, correct, record, agent } = await compared();
  const key = { 'idempotency-key': 'apply-once' };
  const first = await apply(['client_last_name'], agent, key);
  await correct({ client_last_name: 'Marin-Lopez' });
  const second = await apply(['client_last_name'], agent, key);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
  expect(await record()).toMatchObject({ client_last_name: 'Marin-Lopez' });
});

it('rejects answers that were compared with another client’s record', async () => {
  const { agent, params, apply, record, seen, clientId } = await compared();
  await agent.call(unlinkSubmissionFromClient, { params });
  const other = await buildClient(t.current, { client_first_name: 'Rosa', client_last_name: 'Marin' });
  expect((await agent.call(updateSubmission, { params, body: { client_id: other } })).status).toBe(200);
  const applied = await apply(['client_last_name']);
  const dismissed = await agent.call(updateAnswerDifferences, {
    params,
    body: { client_id: clientId, is_dismissed: true },
  });
  const message = 'This form was linked to another client. Review the comparison again.';
  expect([applied, dismissed].map(({ status, error }) => [status, error.message])).toEqual([
    [409, message],
    [409, message],
  ]);
  expect(await record()).toMatchObject({ client_last_name: 'Marin' });
  const { body } = await agent.call(getClient, { params: { id: other } });
  expect(body.data).toMatchObject({ client_last_name: 'Marin' });
  expect(seen.compared.length).toBeGreaterThan(0);
});

it('rejects a field that was not compared', async () => {
  const { agent, params, seen, record } = await compared();
  const body = { ...seen, compared: [], fields: ['client_last_name'] };
  const answer = await agent.call(applyAnswers, { params, body });
  expect([answer.status, answer.error.details?.fields]).toEqual([
    400,
    [{ path: 'client_last_name', message: 'must be in compared' }],
  ]);
  expect(await record()).toMatchObject({ client_last_name: 'Marin' });
});

describe('where agents see only their own clients', () => {
  const see = async (sees: 'own' | 'all') => {
    const owner = await signInAs(t.current, { is_owner: true });
    await owner.call(updateNeedToKnow, { body: { sees } });
  };
  beforeAll(() => see('own'));
  afterAll(() => see('all'));

  it('another agent can neither compare, apply nor dismiss answers', async () => {
    const owner = await signInAs(t.current);
    const sent = await sentLink(t.current, CLIENT);
    await sent.visitor.call(submitSecureForm, { body: submitBody() });
    const seen = await comparedAnswers(sent.agent, sent);
    const { clientId, sessionFormId } = sent;
    await sent.agent.call(updateClient, {
      params: { id: clientId },
      body: { owner_agent_id: sent.agent.agent.id },
    });
    const params = { id: sessionFormId };
    const answers = [
      await owner.call(listAnswerDifferences, { params }),
      await owner.call(applyAnswers, { params, body: { ...seen, fields: ['client_last_name'] } }),
      await owner.call(updateAnswerDifferences, {
        params,
        body: { client_id: clientId, is_dismissed: true },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const own = await sent.agent.call(applyAnswers, {
      params,
      body: { ...seen, fields: ['client_last_name'] },
    });
    expect(own.body.taken).toEqual(['client_last_name']);
  });
});
