import {
  getSecureForm,
  saveFormProgress,
  submitSecureForm,
  validateLink,
} from '@ledgerline/contract/public-forms/endpoints';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import { PERSONAL_INFO } from '@ledgerline/contract/web-forms/personal-info/personal-info';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';

const validity = { expires_at: '2026-11-27T15:00:00.000Z', expires_soon: false };
const saved = { success: true, last_saved: '2026-11-20T15:01:00.000Z', ...validity } as const;
const STEPS = PERSONAL_INFO.steps.map(({ key }) => key);
const CHANGED = 'Some answers were changed on another device.';
const NOTICE = `${CHANGED} You’re seeing the newest ones.`;
const form = {
  form_link_id: 'personal-info',
  title: 'Personal information',
  titles: PERSONAL_INFO.title,
  type: 'Web Form',
  brokerage: 'Ledgerline',
  agent_name: 'Ada Byron',
  totalSteps: STEPS.length,
};
let server: FakeServer;

beforeEach(() => {
  server = publicServer();
  server.reply(validateLink, { success: true, state: 'ready', form, expires_at: validity.expires_at });
  server.reply(saveFormProgress, { ...saved, version: 1, form_data: {} });
});

function open(form_data: FormAnswers, step: string | number) {
  server.reply(getSecureForm, {
    success: true,
    form,
    form_data,
    prefill: {},
    language: 'en',
    step: typeof step === 'number' ? step : STEPS.indexOf(step),
    version: 1,
    progress_session_id: 'SEC_abcdefgh12345678',
    last_saved: '2026-11-20T15:00:00.000Z',
    ...validity,
  });
  openPublicPage('/forms/personal-info/a.b.c');
}

/** Another device has saved answers, which the next save or refetch returns. */
function answerElsewhere(form_data: FormAnswers, version = 2) {
  server.reply(saveFormProgress, { ...saved, version, form_data });
}

const comeBack = () => fireEvent(window, new Event('focus'));
const bodies = () => server.calls(saveFormProgress).map(({ body }) => body as { draft: { version: number } });

describe('answers of another device', () => {
  it('appear when the visitor returns to the page; the field being typed in and the focus stay', async () => {
    open({ personalInfo: { firstName: 'Ana' } }, 'personalInfo');
    const last = await screen.findByLabelText('Last name');
    await userEvent.type(last, 'Di');
    answerElsewhere({ personalInfo: { firstName: 'Anna', lastName: 'Old' } });
    // Typed while the reply is on its way.
    comeBack();
    await userEvent.type(last, 'az');
    await screen.findByText(CHANGED);
    expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Anna');
    expect(last).toHaveProperty('value', 'Diaz');
    expect(document.activeElement).toBe(last);
    // The next save still compares the last name with the version that this page displays.
    await userEvent.tab();
    comeBack();
    await waitFor(() =>
      expect(bodies().at(-1)).toMatchObject({ form_data: { personalInfo: { lastName: 'Diaz' } } }),
    );
    expect(bodies().at(-1)?.draft.version).toBe(1);
  });

  it('do not hide the question that has the focus before the visitor leaves it', async () => {
    const mail = { personalInfo: { mailingDifferentResidential: 'yes' } };
    open(mail, 'mail');
    const city = await screen.findByLabelText('Mailing address: city');
    city.focus();
    answerElsewhere({ personalInfo: { mailingDifferentResidential: 'no' } });
    comeBack();
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(document.activeElement).toBe(city);
    city.blur();
    comeBack();
    await waitFor(() => expect(screen.queryByLabelText('Mailing address: city')).toBeNull());
  });

  it('do not move the visitor to the step of the other device', async () => {
    open({ personalInfo: { firstName: 'Ana' } }, 'personalInfo');
    await screen.findByLabelText('Last name');
    answerElsewhere({ banking: { bankName: 'First Bank' } });
    comeBack();
    await screen.findByText(NOTICE);
    screen.getByRole('heading', { name: new RegExp(PERSONAL_INFO.steps[0]?.title.en ?? '') });
    expect(bodies()[0]).not.toHaveProperty('step');
  });

  it('are announced at each merge, and as the newest only once the field in use shows its new value', async () => {
    open({ personalInfo: { firstName: 'Ana', lastName: 'Diaz' } }, 'personalInfo');
    const last = await screen.findByLabelText('Last name');
    last.focus();
    answerElsewhere({ personalInfo: { firstName: 'Anna', lastName: 'Dias' } });
    comeBack();
    const first = await screen.findByText(CHANGED);
    const region = first.parentElement;
    expect(last).toHaveProperty('value', 'Diaz');
    last.blur();
    comeBack();
    const second = await screen.findByText(NOTICE);
    expect(last).toHaveProperty('value', 'Dias');
    answerElsewhere({ personalInfo: { firstName: 'Anne' } }, 3);
    comeBack();
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Anne'));
    const third = screen.getByText(NOTICE);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(third.parentElement).toBe(region);
    expect(region?.getAttribute('role')).toBe('status');
  });

  it('that are the same as here are not reported', async () => {
    open({ personalInfo: { firstName: 'Ana' } }, 'personalInfo');
    await screen.findByLabelText('Last name');
    answerElsewhere({ personalInfo: { firstName: 'Ana' } });
    comeBack();
    await waitFor(() => expect(bodies()).toHaveLength(1));
    answerElsewhere({}, 2);
    comeBack();
    await waitFor(() => expect(bodies().at(-1)?.draft.version).toBe(2));
    expect(screen.queryByText(NOTICE)).toBeNull();
  });

  it('that were submitted there close the form here too', async () => {
    open({}, 'personalInfo');
    await screen.findByLabelText('Last name');
    server.replyError(saveFormProgress, 'form_completed', 'Submitted.');
    server.reply(validateLink, { success: true, state: 'completed', form, expires_at: validity.expires_at });
    comeBack();
    await screen.findByRole('heading', { name: 'This form has already been submitted.' });
  });
});

it('answers that an older version of the page could not save are displayed and saved', async () => {
  const unsaved = { form_data: { personalInfo: { firstName: 'Bo', lastName: 'Diaz' } }, last_saved: null };
  sessionStorage.setItem('unsaved-form:SEC_abcdefgh12345678', JSON.stringify(unsaved));
  open({ personalInfo: { firstName: 'Ana' } }, 'personalInfo');
  expect(await screen.findByLabelText('Last name')).toHaveProperty('value', 'Diaz');
  expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Ana');
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toMatchObject({ form_data: { personalInfo: { lastName: 'Diaz' } } });
});

describe('submitting', () => {
  const SEND = { name: 'Send my answers' };
  const AGAIN = 'Some answers were changed on another device. Please check them once more, then send them.';

  async function review() {
    open(sampleAnswers(), STEPS.length - 1);
    await userEvent.click(await screen.findByRole('button', { name: 'Check my answers' }));
    await screen.findByRole('heading', { name: 'Check your answers' });
    server.reply(submitSecureForm, { success: true, message: '', submitted_at: '2026-11-20T15:10:00.000Z' });
  }

  it('waits until the visitor has seen the newest answers', async () => {
    await review();
    answerElsewhere({ personalInfo: { ...sampleAnswers().personalInfo, firstName: 'Rosalia' } });
    await userEvent.click(screen.getByRole('button', SEND));
    await screen.findByText(AGAIN);
    screen.getByText('Rosalia');
    expect(server.calls(submitSecureForm)).toEqual([]);
    answerElsewhere({});
    await userEvent.click(screen.getByRole('button', SEND));
    await screen.findByRole('heading', { name: 'Thank you. Your form has been submitted.' });
    expect(server.calls(submitSecureForm)[0]?.body).toMatchObject({
      version: 2,
      form_data: { personalInfo: { firstName: 'Rosalia' } },
    });
  });

  it('shows newer answers that another device saved just before the submission', async () => {
    await review();
    server.replyError(submitSecureForm, 'conflict', 'Newer answers.');
    await userEvent.click(screen.getByRole('button', SEND));
    await screen.findByText(AGAIN);
    expect(bodies().length).toBeGreaterThan(1);
  });
});
