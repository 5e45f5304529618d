import {
  getClient,
  listClientHistory,
  revealClientField,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import {
  saveFormProgress,
  submitPublicForm,
  submitSecureForm,
} from '@ledgerline/contract/public-forms/endpoints';
import { applyAnswers, listAnswerDifferences } from '@ledgerline/contract/submissions/differences/endpoints';
import {
  getSubmission,
  listTemplateSubmissions,
  unlinkSubmissionFromClient,
  updateSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import { withAnswer } from '@ledgerline/contract/web-forms/answers';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { describe, expect, it } from 'vitest';
import { comparedAnswers } from '#testing/compared-answers.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { sentLink, submitBody } from '#testing/sent-link.ts';
import { useTestApp } from '#testing/test-app.ts';
import { documentedFiles, filesThatRun } from '#testing/walked-files.ts';

const t = useTestApp();

const CLIENT = {
  client_first_name: 'Rosa',
  client_last_name: 'Marin',
  dob: '1961-05-31',
  ssn: '219-09-9999',
  primary_phone: '305-555-0123',
  primary_email: 'old@example.test',
  bank_name: 'First Example Bank',
  account_number: '000123450000',
  ben1_name: 'Pedro',
  ben1_ssn: '219-09-1111',
};

const DOB = { field: 'dob', client_value: '1961-05-31', form_value: null };

async function submitted(client: Record<string, unknown> = CLIENT) {
  const sent = await sentLink(t.current, client);
  const answer = await sent.visitor.call(submitSecureForm, { body: submitBody() });
  expect(answer.status).toBe(200);
  return { ...sent, params: { id: sent.sessionFormId } };
}

describe('differences between a form and its client', () => {
  it('are listed in the order of the record, with secrets as masks', async () => {
    const { agent, params } = await submitted();
    const { status, body } = await agent.call(listAnswerDifferences, { params });
    expect(status).toBe(200);
    expect(body.data[0]).toEqual({
      field: 'client_last_name',
      label: 'Last name',
      client_value: 'Marin',
      form_value: 'Marín',
      is_secret: false,
      together: null,
    });
    const fields = body.data.map(({ field }) => field);
    for (const same of ['client_first_name', 'dob', 'ssn', 'primary_phone', 'bank_name'])
      expect(fields).not.toContain(same);
    expect(body.data.find(({ field }) => field === 'account_number')).toMatchObject({
      client_value: '••••0000',
      form_value: '••••6789',
      is_secret: true,
    });
    expect(JSON.stringify(body)).not.toMatch(/000123|219-09|011000015/);
  });

  it.each([
    ['no client', async () => linkless()],
    ['a form that is not submitted', async () => draft()],
    ['a voided form', async () => voided()],
  ])('are none for %s', async (_, prepare) => {
    const { agent, params, clientId: client_id } = await prepare();
    const { body } = await agent.call(listAnswerDifferences, { params });
    expect(body.data).toEqual([]);
    const rejected = await agent.call(applyAnswers, {
      params,
      body: { client_id, compared: [DOB], fields: ['dob'] },
    });
    expect([rejected.status, rejected.error.message]).toEqual([
      409,
      'Only answers of a submitted form that is linked to a client can update the client record.',
    ]);
  });

  it("are those to the client that a visitor's form is linked to", async () => {
    const agent = await signInAs(t.current);
    const progress_session_id = 'TEMP_takeover00000001';
    await t.current.call(submitPublicForm, {
      params: { formLinkId: 'personal-info' },
      body: { ...submitBody(), progress_session_id },
    });
    const { body } = await agent.call(listTemplateSubmissions, { params: { id: 'personal-info' } });
    const id = body.data.find((row) => row.progress_session_id === progress_session_id)?.id ?? 0;
    const client_id = await buildClient(t.current, CLIENT);
    await agent.call(updateSubmission, { params: { id }, body: { client_id } });
    const found = await agent.call(listAnswerDifferences, { params: { id } });
    expect(found.body.data.length).toBeGreaterThan(3);
  });

  it('require a sign-in and an existing form', async () => {
    const { agent, visitor, params, clientId: client_id } = await submitted();
    expect((await visitor.call(listAnswerDifferences, { params })).status).toBe(401);
    const applied = await visitor.call(applyAnswers, {
      params,
      body: { client_id, compared: [DOB], fields: ['dob'] },
    });
    expect(applied.status).toBe(401);
    expect((await agent.call(listAnswerDifferences, { params: { id: 999_999 } })).status).toBe(404);
  });
});

describe('applying answers', () => {
  it('changes the requested fields and no others, and the history names their source', async () => {
    const { agent, clientId, params, ...sent } = await submitted();
    const seen = await comparedAnswers(agent, { clientId, ...sent });
    const body = { ...seen, fields: ['client_last_name', 'account_number', 'address'] };
    const answer = await agent.call(applyAnswers, { params, body });
    expect(answer.body).toMatchObject({
      success: true,
      message: '3 client fields updated.',
      taken: ['client_last_name', 'address', 'account_number'],
    });
    const client = await agent.call(getClient, { params: { id: clientId } });
    expect(client.body.data).toMatchObject({
      client_last_name: 'Marín',
      address: '12 Palm Way, Miami, FL 33101',
      account_number: '••••6789',
      primary_email: 'old@example.test',
    });
    const plain = await agent.call(revealClientField, {
      params: { id: clientId },
      body: { field: 'account_number' },
    });
    expect(plain.body.value).toBe('000123456789');
    const history = await agent.call(listClientHistory, { params: { id: clientId }, query: {} });
    expect(history.body.data.find(({ field }) => field === 'client_last_name')).toMatchObject({
      action: 'taken_over',
      from: 'Marin',
      to: 'Marín',
      can_restore: true,
    });
    const left = await agent.call(listAnswerDifferences, { params });
    const fields = left.body.data.map(({ field }) => field);
    for (const field of body.fields) expect(fields).not.toContain(field);
    expect(fields).toContain('primary_email');
  });

  it('stores a long date and a state name as parsed, also from a saved draft', async () => {
    const { agent, visitor, clientId, sessionFormId } = await sentLink(t.current, CLIENT);
    const dated = withAnswer(sampleAnswers(), 'personalInfo.dateOfBirth', '2 de diciembre de 1980');
    const form_data = withAnswer(dated, 'addressInfo.state', 'Puerto Rico');
    expect((await visitor.call(saveFormProgress, { body: { step: 1, form_data } })).status).toBe(200);
    const sent = await visitor.call(submitSecureForm, { body: { form_data, language: 'es' } });
    expect(sent.status).toBe(200);
    const params = { id: sessionFormId };
    const seen = await agent.call(getSubmission, { params });
    expect(seen.body.data).toMatchObject({
      date_of_birth: '1961-05-31',
      form_data: { personalInfo: { dateOfBirth: '1980-12-02', state: 'PR' }, addressInfo: { state: 'PR' } },
    });
    const compared = await comparedAnswers(agent, { clientId, sessionFormId });
    await agent.call(applyAnswers, { params, body: { ...compared, fields: ['dob', 'address'] } });
    const client = await agent.call(getClient, { params: { id: clientId } });
    expect(client.body.data).toMatchObject({ dob: '1980-12-02', address: '12 Palm Way, Miami, PR 33101' });
  });

  it.each([
    ['en', 'Date of birth: Please enter a date as month/day/year, such as 05/31/1990'],
    ['es', 'Fecha de nacimiento: Escriba la fecha como mes/día/año, por ejemplo 05/31/1990'],
    ['pt', 'Data de nascimento: Digite a data como mês/dia/ano, por exemplo 05/31/1990'],
  ] as const)('rejects an unreadable date with a message in %s', async (language, message) => {
    const { visitor } = await sentLink(t.current, CLIENT);
    const form_data = withAnswer(sampleAnswers(), 'personalInfo.dateOfBirth', 'the second of December 1980');
    const rejected = await visitor.call(submitSecureForm, { body: { form_data, language } });
    expect([rejected.status, rejected.error.message]).toEqual([400, message]);
  });

  it('changes nothing when repeated', async () => {
    const { agent, params, ...sent } = await submitted();
    const body = { ...(await comparedAnswers(agent, sent)), fields: ['client_last_name'] };
    await agent.call(applyAnswers, { params, body });
    const again = await agent.call(applyAnswers, { params, body });
    expect([again.status, again.body.message, again.body.taken]).toEqual([
      200,
      'The client record already has these answers.',
      [],
    ]);
  });

  it.each([['notes'], ['status'], ['nothing'], ['id']])(
    'rejects %s, for which there is no answer',
    async (field) => {
      const { agent, clientId, params } = await submitted();
      const fields = ['client_last_name', field];
      const compared = fields.map((one) => ({ field: one, client_value: null, form_value: null }));
      const rejected = await agent.call(applyAnswers, {
        params,
        body: { client_id: clientId, compared, fields },
      });
      expect(rejected.status).toBe(400);
      expect(rejected.error.details?.fields).toEqual([
        { path: field, message: 'is not offered by this form' },
      ]);
      const client = await agent.call(getClient, { params: { id: clientId } });
      expect(client.body.data).toMatchObject({ client_last_name: 'Marin' });
    },
  );

  it("for a person that replaces another removes the other's number", async () => {
    const taken = { ben2_name: 'A', ben3_name: 'B', ben4_name: 'C' };
    const { agent, clientId, params, ...sent } = await submitted({ ...CLIENT, ...taken });
    const seen = await comparedAnswers(agent, { clientId, ...sent });
    await agent.call(applyAnswers, { params, body: { ...seen, fields: ['ben1_pct'] } });
    const { body } = await agent.call(getClient, { params: { id: clientId } });
    expect(body.data).toMatchObject({ ben1_name: 'Luis Marín', ben1_pct: 33.33, ben1_ssn: null });
  });

  it('follows changes made to the record in the meantime', async () => {
    const { agent, clientId, params, ...sent } = await submitted();
    const seen = await comparedAnswers(agent, { clientId, ...sent });
    await agent.call(updateClient, { params: { id: clientId }, body: { client_last_name: 'Marín' } });
    const answer = await agent.call(applyAnswers, {
      params,
      body: { ...seen, fields: ['client_last_name'] },
    });
    expect(answer.body.taken).toEqual([]);
  });
});

async function linkless() {
  const { agent, params, clientId } = await submitted();
  await agent.call(unlinkSubmissionFromClient, { params });
  return { agent, params, clientId };
}

async function draft() {
  const { agent, visitor, clientId, sessionFormId } = await sentLink(t.current, CLIENT);
  const form_data = { personalInfo: { firstName: 'Ro' } };
  await visitor.call(saveFormProgress, { body: { step: 0, form_data } });
  return { agent, clientId, params: { id: sessionFormId } };
}

async function voided() {
  const { agent, params, clientId } = await submitted();
  await t.current.deps.database.query('update session_forms set is_voided = true where id = $1', [params.id]);
  return { agent, params, clientId };
}

it('goes through the files that docs/walks/answer.md names, and through no others', async () => {
  const sent = () => sentLink(t.current, CLIENT);
  const ran = await filesThatRun(sent, async ({ agent, visitor, ...form }) => {
    await visitor.call(submitSecureForm, { body: submitBody() });
    const body = { ...(await comparedAnswers(agent, form)), fields: ['client_last_name'] };
    const taken = await agent.call(applyAnswers, { params: { id: form.sessionFormId }, body });
    expect(taken.body.taken).toEqual(['client_last_name']);
  });
  expect(ran).toEqual(documentedFiles('answer'));
});
