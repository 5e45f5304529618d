import { randomUUID } from 'node:crypto';
import {
  getSecureForm,
  saveFormProgress,
  submitSecureForm,
} from '@ledgerline/contract/public-forms/endpoints';
import { getSubmission } from '@ledgerline/contract/submissions/endpoints';
import { type Answer, answersByKey, answersInSections } from '@ledgerline/contract/web-forms/answers';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentLink, submitBody } from '#testing/sent-link.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const FIRST = 'personalInfo.firstName';
const LAST = 'personalInfo.lastName';
const CITY = 'addressInfo.city';
const SSN = 'personalInfo.ssn';

type Visitor = Awaited<ReturnType<typeof sentLink>>['visitor'];
type Answers = Record<string, Answer>;

/** An open page of the form that saves what is typed on it. */
async function device(visitor: Visitor) {
  const opened = await visitor.call(getSecureForm);
  const id = randomUUID();
  let { version } = opened.body;
  let count = 0;
  const bodyOf = (answers: Answers, ages: Record<string, number> = {}, step?: number) => {
    count += 1;
    const typed = Object.fromEntries(Object.keys(answers).map((key) => [key, ages[key] ?? 0]));
    const draft = { version, device: id, save: count, typed: { ...typed, ...ages } };
    return { form_data: answersInSections(answers), draft, ...(step === undefined ? {} : { step }) };
  };
  const send = (body: ReturnType<typeof bodyOf>, headers = {}) =>
    visitor.call(saveFormProgress, { body, headers });
  async function save(answers: Answers, ages: Record<string, number> = {}, step?: number) {
    const reply = await send(bodyOf(answers, ages, step));
    expect(reply.status).toBe(200);
    version = reply.body.version;
    return reply.body;
  }
  return { bodyOf, send, save, version: () => version };
}

async function savedAnswers(visitor: Visitor): Promise<Record<string, unknown>> {
  const { form_data } = (await visitor.call(getSecureForm)).body;
  return answersByKey(form_data as never);
}

describe('a form that is filled in on two devices', () => {
  it('keeps what the laptop entered when a stale phone tab saves', async () => {
    const { visitor } = await sentLink(t.current);
    const phone = await device(visitor);
    const laptop = await device(visitor);
    await laptop.save({ [FIRST]: 'Ana', [CITY]: 'Miami', 'banking.bankName': 'First Bank' }, {}, 3);
    const reply = await phone.save({ [LAST]: 'Diaz' });
    expect(answersByKey(reply.form_data as never)).toEqual({
      [FIRST]: 'Ana',
      [CITY]: 'Miami',
      'banking.bankName': 'First Bank',
    });
    expect(await savedAnswers(visitor)).toEqual({
      [FIRST]: 'Ana',
      [LAST]: 'Diaz',
      [CITY]: 'Miami',
      'banking.bankName': 'First Bank',
    });
    // The phone stayed at its step.
    expect((await visitor.call(getSecureForm)).body.step).toBe(3);
  });

  it.each([
    ['earlier', 3_600_000, 'Laptop'],
    ['later', 60_000, 'Phone'],
  ])('keeps the answer typed last when an offline tab with one from %s reconnects', async (_, age, first) => {
    const { visitor } = await sentLink(t.current);
    const phone = await device(visitor);
    const laptop = await device(visitor);
    await laptop.save({ [FIRST]: 'Laptop' });
    t.current.clock.advance(1_800_000);
    const reply = await phone.save({ [FIRST]: 'Phone' }, { [FIRST]: age });
    expect((await savedAnswers(visitor))[FIRST]).toBe(first);
    expect(reply.form_data).toEqual(first === 'Laptop' ? { personalInfo: { firstName: 'Laptop' } } : {});
  });

  it('clears an answer on purpose, and a stale device does not restore it', async () => {
    const { visitor } = await sentLink(t.current);
    const laptop = await device(visitor);
    await laptop.save({ [FIRST]: 'Ana', [LAST]: 'Diaz' });
    const phone = await device(visitor);
    await laptop.save({ [FIRST]: '' });
    await phone.save({ [LAST]: 'Dias' });
    expect(await savedAnswers(visitor)).toEqual({ [FIRST]: '', [LAST]: 'Dias' });
  });

  it('can repeat a save whose response was lost, with and without its idempotency key', async () => {
    const { visitor } = await sentLink(t.current);
    const laptop = await device(visitor);
    const phone = await device(visitor);
    const lost = phone.bodyOf({ [FIRST]: 'An' });
    const headers = { 'idempotency-key': 'lost' };
    const first = await phone.send(lost, headers);
    await laptop.save({ [CITY]: 'Miami' });
    expect((await phone.send(lost, headers)).body).toEqual(first.body);
    expect((await phone.send(lost)).status).toBe(200);
    // The phone does not know that it was saved, and continues to type.
    const next = await phone.send(phone.bodyOf({ [FIRST]: 'Ana' }, { [FIRST]: 900_000 }));
    expect(next.body.form_data).toEqual({ addressInfo: { city: 'Miami' } });
    expect(await savedAnswers(visitor)).toEqual({ [FIRST]: 'Ana', [CITY]: 'Miami' });
  });

  it('is merged even when both save at the same moment', async () => {
    const { visitor } = await sentLink(t.current);
    const devices = await Promise.all(
      [FIRST, LAST, CITY].map(async (key) => ({ key, at: await device(visitor) })),
    );
    await Promise.all(devices.map(({ key, at }) => at.save({ [key]: `typed ${key}`.slice(0, 40) })));
    expect(Object.keys(await savedAnswers(visitor)).sort()).toEqual([FIRST, LAST, CITY].sort());
  });

  it('writes nothing from a device that only reads, and sends it the answers of others once, with secrets masked', async () => {
    const { visitor, sessionFormId } = await sentLink(t.current);
    const phone = await device(visitor);
    const laptop = await device(visitor);
    const before = await rowOf(sessionFormId);
    expect((await phone.save({})).last_saved).toBeNull();
    expect(await rowOf(sessionFormId)).toEqual(before);
    await laptop.save({ [SSN]: '219-09-9999' });
    expect((await phone.save({})).form_data).toEqual({ personalInfo: { ssn: '•••-••-9999' } });
    expect((await phone.save({})).form_data).toEqual({});
    // The mask that the phone displays stands for the number that the laptop entered.
    await phone.save({ [SSN]: '•••-••-9999' });
    expect(await savedAnswers(visitor)).toEqual({ [SSN]: '•••-••-9999' });
  });

  it('merges the groups of a list cell by cell', async () => {
    const { visitor } = await sentLink(t.current);
    const key = 'ownership.beneficiaries';
    const person = (name: string, percentage: string) => ({ name, relationship: 'Child', percentage });
    const laptop = await device(visitor);
    await laptop.save({ [key]: [person('Ana', '50'), person('Bo', '50')] }, { [`${key}#length`]: 0 });
    const phone = await device(visitor);
    await laptop.save({ [key]: [person('Ana', '60'), person('Bo', '50')] }, { [`${key}#0.percentage`]: 0 });
    await phone.save({ [key]: [person('Ana', '50'), person('Bo', '40')] }, { [`${key}#1.percentage`]: 0 });
    expect((await savedAnswers(visitor))[key]).toEqual([person('Ana', '60'), person('Bo', '40')]);
  });

  it('stores which device entered which field, without any answer, until the form is submitted', async () => {
    const { visitor, sessionFormId } = await sentLink(t.current);
    const phone = await device(visitor);
    await phone.save({ [FIRST]: 'Quirina' });
    const saved = await rowOf(sessionFormId);
    expect(saved.draft_state).toContain(FIRST);
    expect(saved.draft_state).not.toContain('Quirina');
    await visitor.call(submitSecureForm, { body: submitBody() });
    expect((await rowOf(sessionFormId)).draft_state).toBeNull();
  });
});

async function rowOf(id: number): Promise<{ draft_state: string | null; updated_at: Date }> {
  const [row] = await t.current.deps.database.query<{ draft_state: string | null; updated_at: Date }>(
    'select draft_state::text as draft_state, updated_at, form_data from session_forms where id = $1',
    [id],
  );
  if (!row) throw new Error('the form is gone');
  return row;
}

describe('submitting', () => {
  it('is rejected while another device has newer answers that the visitor has not seen', async () => {
    const { visitor, agent, sessionFormId } = await sentLink(t.current);
    const laptop = await device(visitor);
    const phone = await device(visitor);
    await laptop.save({ [FIRST]: 'Rosalia' });
    const body = { ...submitBody(), version: phone.version() };
    const early = await visitor.call(submitSecureForm, { body });
    expect([early.status, early.error.code]).toEqual([409, 'conflict']);
    await phone.save({});
    const { personalInfo, ...rest } = sampleAnswers();
    const form_data = { ...rest, personalInfo: { ...personalInfo, firstName: 'Rosalia' } };
    const checked = { form_data, language: 'en' as const, version: phone.version() };
    expect((await visitor.call(submitSecureForm, { body: checked })).status).toBe(200);
    const { body: seen } = await agent.call(getSubmission, { params: { id: sessionFormId } });
    expect(seen.data.form_data).toMatchObject({ personalInfo: { firstName: 'Rosalia' } });
  });
});

it('never loses the answer typed last, in random orders on the real database', async () => {
  const act = fc.record({
    on: fc.constantFrom(0, 1),
    key: fc.constantFrom(FIRST, LAST, CITY),
    isCleared: fc.boolean(),
    isSaved: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      const { visitor } = await sentLink(t.current);
      const pages = await Promise.all([device(visitor), device(visitor)]);
      const unsaved: Map<string, { value: string; at: number }>[] = [new Map(), new Map()];
      const last: Record<string, string> = {};
      const saveOn = async (on: number) => {
        const now = t.current.clock.now().getTime();
        const typed = [...(unsaved[on] ?? [])];
        unsaved[on]?.clear();
        const answers = Object.fromEntries(typed.map(([key, { value }]) => [key, value]));
        await pages[on]?.save(answers, Object.fromEntries(typed.map(([key, { at }]) => [key, now - at])));
      };
      for (const [at, { on, key, isCleared, isSaved }] of acts.entries()) {
        t.current.clock.advance(60_000);
        const value = isCleared ? '' : `Answer ${at}`;
        unsaved[on]?.set(key, { value, at: t.current.clock.now().getTime() });
        last[key] = value;
        if (isSaved) await saveOn(on);
      }
      t.current.clock.advance(60_000);
      await saveOn(1);
      await saveOn(0);
      expect(await savedAnswers(visitor)).toEqual(last);
    }),
    { numRuns: 15 },
  );
});
