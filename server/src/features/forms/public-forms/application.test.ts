import {
  getPublicForm,
  getSecureForm,
  saveFormProgress,
  submitPublicForm,
  submitSecureForm,
} from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import {
  getSubmission,
  listTemplateSubmissions,
  revealSubmissionField,
} from '@ledgerline/contract/submissions/endpoints';
import { readFormData } from '@ledgerline/contract/submissions/form-data';
import { type FormAnswers, withAnswer } from '@ledgerline/contract/web-forms/answers';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/iul-application-answers';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const formLinkId = 'iul-application';
const body = (form_data: FormAnswers = sampleAnswers()) => ({ form_data, language: 'en' as const });

beforeAll(async () => {
  await t.current.deps.database.query(
    `insert into global_forms (type, form_name_agent, form_name_client, form_link_id)
     values ('Web Form', 'IUL Application', 'Indexed Universal Life application', $1)`,
    [formLinkId],
  );
});

async function sent() {
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current, {
    client_first_name: 'Rosa',
    occupation: 'Baker',
    address: '12 Palm Way, Miami FL 33101',
    ssn: '219-09-9999',
    account_number: '000123456789',
    ben1_name: 'Luis Marín',
    ben1_pct: 50,
  });
  const link = await agent.call(createClientLink, { body: { formId: formLinkId, clientId } });
  const { token, sessionFormId } = link.body.data;
  return { agent, visitor: t.current.withToken(token), params: { id: sessionFormId } };
}

describe('an application through a link', () => {
  it('opens with the known client data but none of the secrets', async () => {
    const { visitor } = await sent();
    const { body: opened } = await visitor.call(getSecureForm);
    expect(opened.form).toMatchObject({ form_link_id: formLinkId, totalSteps: 24 });
    expect(opened.prefill).toMatchObject({
      personalInfo: { firstName: 'Rosa' },
      addressInfo: { streetAddress: '12 Palm Way', city: 'Miami', state: 'FL', zip: '33101' },
      employment: { occupation: 'Baker' },
      ownership: { beneficiaries: [{ name: 'Luis Marín', percentage: '50' }] },
    });
    expect(JSON.stringify(opened)).not.toMatch(/9999|6789/);
  });

  it('is submitted, shown in its sections, and reveals its secrets one by one', async () => {
    const { agent, visitor, params } = await sent();
    const form_data = [
      ['ownership.isPrimaryOwner', 'no'],
      ['ownership.owner_type', 'Trust'],
      ['ownership.owner_name', 'Marín Trust'],
      ['ownership.owner_ssn', '219-09-7777'],
    ].reduce((answers, [key = '', value = '']) => withAnswer(answers, key, value), sampleAnswers());
    const done = await visitor.call(submitSecureForm, { body: body(form_data) });
    expect([done.status, done.body.message]).toEqual([200, 'Thank you. Your form has been submitted.']);
    const seen = await agent.call(getSubmission, { params });
    expect(seen.body.data).toMatchObject({ is_completed: true, total_steps: 24, first_name: 'Rosa' });
    expect(JSON.stringify(seen.body)).not.toMatch(/219-09|000123/);
    const reading = readFormData(seen.body.data.form_data);
    expect(reading.state === 'ready' && reading.sections).toHaveLength(11);
    const field = 'ownership.owner_ssn';
    const plain = await agent.call(revealSubmissionField, { params, body: { field } });
    expect(plain.body.value).toBe('219-09-7777');
  });

  it('saves an incomplete application, and refuses to submit it', async () => {
    const { visitor } = await sent();
    const half = { personalInfo: { firstName: 'Rosa' }, existingInsurance: { policies: [{ company: 'X' }] } };
    const saved = await visitor.call(saveFormProgress, { body: { step: 7, form_data: half } });
    expect(saved.status).toBe(200);
    expect((await visitor.call(getSecureForm)).body).toMatchObject({ step: 7, form_data: half });
    const rejected = await visitor.call(submitSecureForm, { body: body(half) });
    expect(rejected.status).toBe(400);
    const wrong = rejected.error.details?.fields?.map(({ path }) => path);
    expect(wrong).toEqual(
      expect.arrayContaining(['coverage.coverageAmount', 'declarations.isTrue', 'ownership.beneficiaries']),
    );
  });

  it.each([
    ['declarations.isTrue', ''],
    ['coverage.coverageAmount', '1'],
    ['banking.draftAuthorized', 'no'],
  ])('is rejected with %s = %j', async (key, value) => {
    const { visitor } = await sent();
    const rejected = await visitor.call(submitSecureForm, {
      body: body(withAnswer(sampleAnswers(), key, value)),
    });
    expect(rejected.status).toBe(400);
    expect(rejected.error.details?.fields?.map(({ path }) => path)).toEqual([key]);
  });
});

describe('an application through the generic link', () => {
  it('is described without a token', async () => {
    const { body: described } = await t.current.call(getPublicForm, { params: { formLinkId } });
    expect(described.form).toMatchObject({ title: 'Indexed Universal Life application', totalSteps: 24 });
  });

  it('submitted twice at the same moment is one submission without a client', async () => {
    const agent = await signInAs(t.current);
    const progress_session_id = 'TEMP_application00001';
    const submit = () =>
      t.current.call(submitPublicForm, {
        params: { formLinkId },
        body: { ...body(), progress_session_id },
      });
    const answers = await Promise.all([submit(), submit()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const listed = await agent.call(listTemplateSubmissions, { params: { id: formLinkId } });
    const mine = listed.body.data.filter((row) => row.progress_session_id === progress_session_id);
    expect(mine).toMatchObject([{ client_id: null, first_name: 'Rosa', display_status: 'Completed' }]);
  });
});
