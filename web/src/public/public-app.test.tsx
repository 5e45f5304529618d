import { ERRORS } from '@ledgerline/contract/errors';
import { inEveryLanguage } from '@ledgerline/contract/languages';
import {
  getPublicForm,
  getSecureForm,
  PUBLIC_FORM_MESSAGES,
  type PublicFormState,
  saveFormProgress,
  submitPublicForm,
  submitSecureForm,
  validateLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { type FormAnswers, withAnswer } from '@ledgerline/contract/web-forms/answers';
import { PERSONAL_INFO } from '@ledgerline/contract/web-forms/personal-info/personal-info';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { openPublicPage as open, publicServer } from '../testing/public-pages.tsx';

const FORM = {
  form_link_id: 'personal-info',
  title: 'Personal information',
  titles: { ...inEveryLanguage(() => 'Personal information'), es: 'Información personal' },
  type: 'Web Form',
  brokerage: 'Ledgerline',
  agent_name: 'Ada Byron',
  totalSteps: 6,
};
const EXPIRES = '2026-11-27T15:00:00.000Z';
const validity = { expires_at: EXPIRES, expires_soon: false };
const saved = {
  success: true,
  last_saved: '2026-11-20T15:01:00.000Z',
  version: 1,
  form_data: {},
  ...validity,
} as const;
const STEPS = PERSONAL_INFO.steps.map(({ key }) => key);
let server: FakeServer;
function link(state: PublicFormState = 'ready') {
  return server.reply(validateLink, { success: true, state, form: FORM, expires_at: EXPIRES });
}

function secureForm(form_data: FormAnswers | null = null, extras: { step?: number; language?: 'es' } = {}) {
  return link().reply(getSecureForm, {
    success: true,
    form: FORM,
    form_data,
    prefill: { personalInfo: { firstName: 'Maria' } },
    language: extras.language ?? null,
    step: extras.step ?? 0,
    version: 0,
    progress_session_id: 'SEC_abcdefgh12345678',
    last_saved: form_data ? '2026-11-20T15:00:00.000Z' : null,
    ...validity,
  });
}

beforeEach(() => {
  server = publicServer().reply(saveFormProgress, saved);
});
afterEach(() => vi.useRealTimers());

describe('a link', () => {
  it('that has expired shows whom to contact', async () => {
    link('expired');
    open('/forms/personal-info/a.b.c');
    await screen.findByRole('heading', { name: 'Link has expired. Please generate a new one.' });
    screen.getByText(/Please contact Ada Byron and ask for more time/);
  });

  it.each([
    ['completed', 'This form has already been submitted.'],
    ['voided', 'This form has been voided and can no longer be filled in.'],
  ] as const)('shows that its form is %s', async (state, sentence) => {
    link(state);
    open('/forms/personal-info/a.b.c');
    await screen.findByRole('heading', { name: sentence });
  });

  it('without three parts is rejected without a request', async () => {
    open('/forms/personal-info/abc');
    await screen.findByRole('heading', { name: 'Invalid or expired secure token.' });
    expect(server.calls(validateLink)).toEqual([]);
  });

  it('that the server rejects shows a message, never the agents’ sign-in', async () => {
    localStorage.setItem('jwt', 'agent.sign.in');
    server.replyError(validateLink, 'invalid_link', 'Invalid or expired secure token.');
    open('/forms/personal-info/a.b.c');
    await screen.findByRole('heading', { name: 'Invalid or expired secure token.' });
    expect(location.pathname).toBe('/forms/personal-info/a.b.c');
    expect(localStorage.getItem('jwt')).toBe('agent.sign.in');
    for (const call of server.received)
      expect(call.headers.get('authorization') ?? '').not.toContain('agent');
  });
});

describe('a form without a link', () => {
  it('that is unknown is not configured', async () => {
    server.replyError(getPublicForm, 'not_found', 'Form not found.');
    open('/forms/nope');
    await screen.findByRole('heading', { name: 'Form Source Not Configured' });
  });

  it('that needs a link explains how to get one', async () => {
    server.replyError(getPublicForm, 'link_needed', ERRORS.link_needed.message);
    open('/forms/w9');
    await screen.findByRole('heading', { name: ERRORS.link_needed.message });
  });

  it('warns after 25 minutes, closes after 30 and removes the stored answers', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.reply(getPublicForm, { success: true, form: FORM });
    open('/forms/personal-info');
    fireEvent.change(await screen.findByLabelText('First name'), { target: { value: 'Ana' } });
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(localStorage.getItem('temporary-form:personal-info')).toContain('"Ana"');
    await act(() => vi.advanceTimersByTimeAsync(25 * 60_000));
    screen.getByText('Are you still there?');
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    await screen.findByRole('heading', { name: 'This form was closed' });
    expect(localStorage.getItem('temporary-form:personal-info')).toBeNull();
  });
});

describe('filling a form behind a link', () => {
  it('starts with known values and sends only the form’s own token', async () => {
    secureForm();
    open('/forms/personal-info/a.b.c');
    expect(await screen.findByLabelText('First name')).toHaveProperty('value', 'Maria');
    expect(server.calls(getSecureForm)[0]?.headers.get('authorization')).toBe('Bearer a.b.c');
    await waitFor(() => expect(document.title).toBe('Personal information · Ledgerline'));
  });

  it('announces errors, focuses the first invalid answer, and uses the chosen language', async () => {
    secureForm();
    open('/forms/personal-info/a.b.c');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getAllByRole('listitem').length).toBeGreaterThan(1);
    expect(document.activeElement).toBe(screen.getByLabelText('Last name'));
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Español' }));
    expect(within(alert).getByText(/Apellidos: Complete este dato/)).toBeTruthy();
    expect(document.documentElement.lang).toBe('es');
  });

  it('opens in the language that the client prefers', async () => {
    secureForm(null, { language: 'es' });
    open('/forms/personal-info/a.b.c');
    await screen.findByRole('heading', { name: 'Sobre usted' });
  });

  it('shows and hides questions depending on answers', async () => {
    secureForm(withAnswer({}, 'contactInfo.email', 'm@example.com'), { step: STEPS.indexOf('mail') });
    open('/forms/personal-info/a.b.c');
    await screen.findByRole('heading', { name: 'Mailing address' });
    expect(screen.queryByLabelText('Mailing address: city')).toBeNull();
    await userEvent.click(screen.getByLabelText('Yes'));
    screen.getByLabelText('Mailing address: city');
    await userEvent.click(screen.getByLabelText('No'));
    expect(screen.queryByLabelText('Mailing address: city')).toBeNull();
  });

  it('totals the beneficiaries’ shares and moves the focus', async () => {
    secureForm(withAnswer({}, 'contactInfo.email', 'm@example.com'), {
      step: STEPS.indexOf('beneficiaries'),
    });
    open('/forms/personal-info/a.b.c');
    await userEvent.type(await screen.findByLabelText('Percentage'), '60');
    screen.getByText('Total: 60%. Remaining: 40%');
    await userEvent.click(screen.getByRole('button', { name: 'Add another beneficiary' }));
    expect(document.activeElement).toBe(screen.getAllByLabelText('Full name')[1]);
    await userEvent.type(screen.getAllByLabelText('Percentage')[1] as HTMLElement, '40');
    screen.getByText('Total: 100%');
  });

  it('saves after 10 seconds, and shows a notice on failure', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    secureForm();
    open('/forms/personal-info/a.b.c');
    fireEvent.change(await screen.findByLabelText('Last name'), { target: { value: 'Alvarez' } });
    expect(sessionStorage.getItem('unsaved-form:SEC_abcdefgh12345678')).toContain('Alvarez');
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await waitFor(() => expect(server.calls(saveFormProgress)).toHaveLength(1));
    await waitFor(() => expect(sessionStorage.getItem('unsaved-form:SEC_abcdefgh12345678')).toBeNull());
    expect(server.calls(saveFormProgress)[0]?.body).toMatchObject({
      form_data: { personalInfo: { lastName: 'Alvarez' } },
    });
    await screen.findByText(/Your answers are saved\./);
    server.replyError(saveFormProgress, 'too_large', 'Too large.');
    fireEvent.change(screen.getByLabelText('Last name'), { target: { value: 'Alvarez Diaz' } });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await screen.findByText(/couldn’t save your answers/);
    expect(sessionStorage.getItem('unsaved-form:SEC_abcdefgh12345678')).toContain('Alvarez Diaz');
  });
});

describe('submitting a form', () => {
  const COMPLETE_ANSWERS: FormAnswers = {
    personalInfo: {
      firstName: 'Maria',
      lastName: 'Alvarez',
      dateOfBirth: '1951-04-09',
      gender: 'Female',
      ssn: '•••-••-6789',
      countryOfBirth: 'Cuba',
      usCitizen: 'yes',
      foreignTravel: 'no',
      heightFt: 5,
      heightIn: 4,
      weight: 150,
      isMilitary: 'no',
      employmentStatus: 'Retired',
      validDriversLicense: 'yes',
      mailingDifferentResidential: 'no',
    },
    contactInfo: { primary_phone: '3055550123', email: 'm@example.com' },
    addressInfo: { streetAddress: '1200 Palm Avenue', city: 'Hialeah', state: 'FL', zip: '33010' },
    ownership: {
      isPrimaryOwner: 'yes',
      isJointOwner: 'no',
      isSecondaryAddressNotifications: 'no',
      beneficiaries: [{ name: 'Jose', relationship: 'Spouse', percentage: 100 }],
    },
    medicalHistory: {
      hasWeightChange: 'no',
      hasHeartDisease: 'no',
      hasDiabetes: 'no',
      hasCancer: 'no',
      smokeStatus: 'Never',
    },
  };

  async function openReview() {
    secureForm(COMPLETE_ANSWERS, { step: STEPS.length - 1 });
    open('/forms/personal-info/a.b.c');
    await userEvent.click(await screen.findByRole('button', { name: 'Check my answers' }));
    await screen.findByRole('heading', { name: 'Check your answers' });
    screen.getByText('•••-••-6789');
  }

  it('thanks, and a retry after a failure sends the same key', async () => {
    await openReview();
    server.replyError(submitSecureForm, 'too_large', 'Too large.');
    await userEvent.click(screen.getByRole('button', { name: 'Send my answers' }));
    await screen.findByText(/couldn’t send your/);
    server.reply(submitSecureForm, { success: true, message: '', submitted_at: '2026-11-20T15:10:00.000Z' });
    await userEvent.click(screen.getByRole('button', { name: 'Send my answers' }));
    await screen.findByRole('heading', { name: PUBLIC_FORM_MESSAGES.submitted });
    const keys = server.calls(submitSecureForm).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    screen.getByRole('button', { name: 'Print or save a copy' });
  });

  it('focuses the answer that the server rejects', async () => {
    await openReview();
    server.replyError(submitSecureForm, 'validation_failed', 'Wrong.', {
      fields: [{ path: 'contactInfo.email', message: 'Please enter a valid email address' }],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Send my answers' }));
    await screen.findByRole('heading', { name: 'How to reach you' });
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  });

  it('without a link a second time reports success and removes the stored answers', async () => {
    const visitor = { progress_session_id: 'TEMP_abcdefgh12345678' };
    const progress = { step: STEPS.length - 1, steps: STEPS.length, active_at: Date.now() };
    const draft = {
      ...visitor,
      ...progress,
      form_data: withAnswer(COMPLETE_ANSWERS, 'personalInfo.ssn', ''),
    };
    localStorage.setItem('temporary-form:personal-info', JSON.stringify(draft));
    server.reply(getPublicForm, { success: true, form: FORM });
    open('/forms/personal-info');
    server.replyError(submitPublicForm, 'source_missing', ERRORS.source_missing.message);
    await userEvent.click(await screen.findByRole('button', { name: 'Check my answers' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send my answers' }));
    // Rejected for another reason, the submission failed: the form reopens with the stored answers.
    await waitFor(() => expect(server.calls(getPublicForm)).toHaveLength(2));
    server.replyError(submitPublicForm, 'form_completed', ERRORS.form_completed.message);
    await userEvent.click(await screen.findByRole('button', { name: 'Send my answers' }));
    await screen.findByRole('heading', { name: 'This form has already been submitted.' });
    expect(server.calls(submitPublicForm)[0]?.body).toMatchObject({ ...visitor, language: 'en' });
    expect(localStorage.getItem('temporary-form:personal-info')).toBeNull();
  });

  it('shows that it was submitted meanwhile', async () => {
    await openReview();
    server.replyError(submitSecureForm, 'form_completed', ERRORS.form_completed.message);
    link('completed');
    await userEvent.click(screen.getByRole('button', { name: 'Send my answers' }));
    await screen.findByRole('heading', { name: 'This form has already been submitted.' });
  });
});
