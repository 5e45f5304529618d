import {
  getSecureForm,
  saveFormProgress,
  submitSecureForm,
  validateLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { getSubmission, listClientSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { answerAt, withAnswer } from '@ledgerline/contract/web-forms/answers';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { describe, expect, it } from 'vitest';
import { sentLink, submitBody } from '#testing/sent-link.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ BRAND: 'Palm Insurance' });

describe('saving progress', () => {
  it('is restored when the link is opened again, with typed secrets as masks', async () => {
    const { visitor, agent, sessionFormId } = await sentLink(t.current);
    const form_data = {
      personalInfo: { firstName: 'Rosa', ssn: '219-09-9999' },
      banking: { accountNumber: '000123456789', routingNumber: '011000015' },
    };
    const saved = await visitor.call(saveFormProgress, { body: { step: 2, form_data } });
    expect(saved.status).toBe(200);
    const opened = await visitor.call(getSecureForm);
    expect(opened.body).toMatchObject({ step: 2, last_saved: saved.body.last_saved });
    expect(opened.body.form_data).toEqual({
      personalInfo: { firstName: 'Rosa', ssn: '•••-••-9999' },
      banking: { accountNumber: '••••6789', routingNumber: '••••0015' },
    });
    const seen = await agent.call(getSubmission, { params: { id: sessionFormId } });
    expect(seen.body.data).toMatchObject({ progress_step: 2, is_completed: false, category: 'in_progress' });
  });

  it('preserves a stored secret when its mask is sent back, and rejects any other mask', async () => {
    const { visitor, agent, sessionFormId } = await sentLink(t.current);
    const ssn = (value: string) => ({ step: 0, form_data: { personalInfo: { ssn: value } } });
    await visitor.call(saveFormProgress, { body: ssn('219-09-9999') });
    expect((await visitor.call(saveFormProgress, { body: ssn('•••-••-9999') })).status).toBe(200);
    const foreign = await visitor.call(saveFormProgress, { body: ssn('•••-••-1234') });
    expect([foreign.status, foreign.error.message]).toEqual([
      400,
      'Social Security number: Please type the full value again',
    ]);
    const seen = await agent.call(getSubmission, { params: { id: sessionFormId } });
    expect(seen.body.data.form_data).toEqual({ personalInfo: { ssn: '•••-••-9999' } });
  });

  it('never stores the answers in plain text', async () => {
    const { visitor, sessionFormId } = await sentLink(t.current);
    const form_data = { personalInfo: { firstName: 'Quirina', ssn: '219-09-9999' } };
    await visitor.call(saveFormProgress, { body: { step: 0, form_data } });
    const [row] = await t.current.deps.database.query<{ text: string }>(
      'select s::text as text from session_forms s where id = $1',
      [sessionFormId],
    );
    expect(row?.text).not.toMatch(/Quirina|9999/);
  });

  it.each([
    [{ personalInfo: { firstName: 'a\u0000b' } }, 'personalInfo.firstName'],
    [{ personalInfo: { firstName: 'x'.repeat(101) } }, 'personalInfo.firstName'],
    [{ personalInfo: { nickname: 'x' } }, 'personalInfo.nickname'],
    [{ hobbies: {} }, 'hobbies'],
    [{ personalInfo: [] }, 'personalInfo'],
    [{ personalInfo: { firstName: { deep: [] } } }, 'personalInfo.firstName'],
    [{ ownership: { beneficiaries: {} } }, 'ownership.beneficiaries'],
  ])('rejects %j and names the field', async (form_data, path) => {
    const { visitor } = await sentLink(t.current);
    const rejected = await visitor.call(saveFormProgress, { body: { step: 0, form_data } });
    expect(rejected.status).toBe(400);
    expect(rejected.error.details?.fields?.map((field) => field.path)).toEqual([path]);
  });

  it('rejects unknown keys, wrong steps and bodies that are too large', async () => {
    const { visitor } = await sentLink(t.current);
    const call = (body: unknown) => visitor.call(saveFormProgress, { body: body as never });
    expect((await call({ step: 0, form_data: {}, extra: 1 })).status).toBe(400);
    expect((await call({ step: -1, form_data: {} })).status).toBe(400);
    expect((await call({ step: 0, form_data: 'text' })).status).toBe(400);
    expect(
      (await call({ step: 0, form_data: { personalInfo: { firstName: 'x'.repeat(300_000) } } })).status,
    ).toBe(413);
  });
});

describe('submitting', () => {
  it('changes the submission that the agent sees, and closes it', async () => {
    const { visitor, agent, clientId, sessionFormId } = await sentLink(t.current);
    const done = await visitor.call(submitSecureForm, { body: submitBody() });
    expect([done.status, done.body.message]).toEqual([200, 'Thank you. Your form has been submitted.']);
    const listed = await agent.call(listClientSubmissions, { params: { id: clientId } });
    expect(listed.body.data).toHaveLength(1);
    expect(listed.body.data[0]).toMatchObject({
      id: sessionFormId,
      status: 'completed',
      is_completed: true,
      display_status: 'Completed',
      category: 'complete',
      last_saved: done.body.submitted_at,
    });
    const { body } = await agent.call(getSubmission, { params: { id: sessionFormId } });
    expect(body.data.form_data).toMatchObject({
      personalInfo: { firstName: 'Rosa', dateOfBirth: '1961-05-31', ssn: '•••-••-9999', city: 'Miami' },
      banking: { accountNumber: '••••6789' },
    });
  });

  it('happens once: a second attempt is rejected, a repeat with the same key gets the first response', async () => {
    const { visitor, agent, clientId } = await sentLink(t.current);
    const input = { body: submitBody(), headers: { 'idempotency-key': 'first' } };
    const [one, two] = await Promise.all([
      visitor.call(submitSecureForm, { body: submitBody() }),
      visitor.call(submitSecureForm, { body: submitBody() }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const third = await visitor.call(submitSecureForm, input);
    expect([third.status, third.error.message]).toEqual([409, 'This form has already been submitted.']);
    expect((await agent.call(listClientSubmissions, { params: { id: clientId } })).body.data).toHaveLength(1);

    const fresh = await sentLink(t.current);
    const first = await fresh.visitor.call(submitSecureForm, input);
    const repeat = await fresh.visitor.call(submitSecureForm, input);
    expect([first.status, repeat.status, repeat.body]).toEqual([200, 200, first.body]);
  });

  it('closes loading and saving too, and the link reports it', async () => {
    const { visitor, token } = await sentLink(t.current);
    await visitor.call(submitSecureForm, { body: submitBody() });
    expect((await visitor.call(getSecureForm)).status).toBe(409);
    expect((await visitor.call(saveFormProgress, { body: { step: 0, form_data: {} } })).status).toBe(409);
    const checked = await t.current.call(validateLink, { body: { token } });
    expect([checked.status, checked.body.state]).toEqual([200, 'completed']);
  });

  it("rejects an unfinished form in the visitor's language and leaves it open", async () => {
    const { visitor } = await sentLink(t.current);
    const unfinished = withAnswer(sampleAnswers(), 'personalInfo.firstName', ' ');
    const rejected = await visitor.call(submitSecureForm, {
      body: { form_data: unfinished, language: 'es' },
    });
    expect([rejected.status, rejected.error.message]).toEqual([400, 'Nombre: Complete este dato']);
    expect(rejected.error.details?.fields).toEqual([
      { path: 'personalInfo.firstName', message: 'Complete este dato' },
    ]);
    expect((await visitor.call(getSecureForm)).status).toBe(200);
  });

  it('stores markup as literal text', async () => {
    const { visitor, agent, sessionFormId } = await sentLink(t.current);
    const markup = '<script>alert(1)</script> <b>Ñandú</b> 🦩';
    const answers = withAnswer(sampleAnswers(), 'medicalHistory.currentMedications', markup);
    await visitor.call(submitSecureForm, { body: { form_data: answers, language: 'en' } });
    const { body } = await agent.call(getSubmission, { params: { id: sessionFormId } });
    expect(answerAt(body.data.form_data as never, 'medicalHistory.currentMedications')).toBe(markup);
  });

  it('is rejected for a voided form', async () => {
    const { visitor, token, sessionFormId } = await sentLink(t.current);
    await t.current.deps.database.query(
      `update session_forms set is_voided = true, voided_at = now(), status = 'voided' where id = $1`,
      [sessionFormId],
    );
    for (const attempt of [
      await visitor.call(getSecureForm),
      await visitor.call(saveFormProgress, { body: { step: 0, form_data: {} } }),
      await visitor.call(submitSecureForm, { body: submitBody() }),
    ]) {
      expect([attempt.status, attempt.error.message]).toEqual([
        409,
        'This form has been voided and can no longer be filled in.',
      ]);
    }
    expect((await t.current.call(validateLink, { body: { token } })).body.state).toBe('voided');
  });
});
