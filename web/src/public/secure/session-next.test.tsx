import { getPayPage, type PayPage } from '@ledgerline/contract/pay-page/endpoints';
import {
  getSecureForm,
  getSessionPage,
  openSessionForm,
  type SessionPage,
  saveFormProgress,
  submitSecureForm,
  validateLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { openSigning, type SigningState } from '@ledgerline/contract/signing/endpoints';
import { PERSONAL_INFO } from '@ledgerline/contract/web-forms/personal-info/personal-info';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { PAGE as INVOICE } from '../pay/testing/pay-page.ts';
import { storeReturnPath, storeSessionToken, storeSigningOrigin } from '../session/return-path.ts';
import * as navigation from '../session/visit.ts';
import { SIGNING } from '../signing/testing/signing.ts';
import { texts as pt } from '../texts/messages/pt.ts';
import { someForm, someSessionPage } from './testing/session-page.ts';

const SIGNED = '/signed?formId=7&event=signing_complete';
const CLOSE = /close this page/;
const NOTHING = /do anything else/;
const PAY_URL = `${window.location.origin}/pay/secret`;
const DUE = { amount_due_cents: 261_669, pay_url: PAY_URL };
let server: FakeServer;
let visit: MockInstance<typeof navigation.visit>;

beforeEach(() => {
  server = publicServer();
  localStorage.clear();
  // jsdom cannot leave a page.
  visit = vi.spyOn(navigation, 'visit').mockReturnValue();
  storeSessionToken('a.b.c', false);
  storeReturnPath('/sign/agreement/d.e.f');
  storeReturnPath('/forms/personal-info/d.e.f');
  storeReturnPath('/pay/secret');
  storeSigningOrigin('/signing/t.i.cket', '/sign/agreement/d.e.f');
});
afterEach(() => vi.useRealTimers());

function session(changes: Partial<SessionPage> = {}) {
  server.reply(getSessionPage, { success: true, data: someSessionPage(changes) });
}

/** The primary buttons and links, in the order on the page. */
function primary(): (string | null)[] {
  return [...document.querySelectorAll('.button.primary')].map(({ textContent }) => textContent);
}

function link(state: 'ready' | 'completed' | 'voided') {
  const expires_at = '2026-11-27T15:00:00.000Z';
  const form = {
    form_link_id: 'personal-info',
    title: 'Personal information',
    titles: PERSONAL_INFO.title,
    type: 'Web Form',
    brokerage: 'Ledgerline',
    agent_name: 'Ada Byron',
    totalSteps: PERSONAL_INFO.steps.length,
  };
  const validity = { expires_at, expires_soon: false };
  server.reply(validateLink, { success: true, state, form, expires_at });
  server.reply(getSecureForm, {
    success: true,
    form,
    form_data: sampleAnswers(),
    prefill: {},
    step: PERSONAL_INFO.steps.length - 1,
    version: 0,
    progress_session_id: 'SEC_abcdefgh12345678',
    last_saved: null,
    ...validity,
  });
  const saved = { last_saved: null, version: 0, form_data: {}, ...validity };
  server.reply(saveFormProgress, { success: true, ...saved });
  server.reply(submitSecureForm, { success: true, message: '', submitted_at: '2026-11-20T15:10:00.000Z' });
}

async function submitForm() {
  link('ready');
  openPublicPage('/forms/personal-info/d.e.f');
  await userEvent.click(await screen.findByRole('button', { name: 'Check my answers' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send my answers' }));
  await screen.findByRole('heading', { name: 'Thank you. Your form has been submitted.' });
}

function openPaid(changes: Partial<PayPage> = {}) {
  server.reply(getPayPage, { success: true, data: { ...INVOICE, due_cents: 0, state: 'paid', ...changes } });
  openPublicPage('/pay/secret');
}

function openEnded(state: SigningState) {
  server.reply(openSigning, { success: true, data: { ...SIGNING, state } });
  openPublicPage('/signing/t.i.cket');
}

/** Every page at the end of a step. */
const END_PAGES: [string, () => unknown][] = [
  ['a form that was submitted', submitForm],
  ['a form that had been submitted', () => [link('completed'), openPublicPage('/forms/personal-info/d.e.f')]],
  ['a form that was voided', () => [link('voided'), openPublicPage('/forms/personal-info/d.e.f')]],
  ['a signature', () => openPublicPage(SIGNED)],
  ['a declined signature', () => openPublicPage('/signed?formId=7&event=decline')],
  ['a document that was signed before', () => openEnded('signed')],
  ['a document that was declined', () => openEnded('declined')],
  ['a payment', () => openPaid()],
  ['a refunded payment', () => openPaid({ state: 'refunded' })],
  ['a cancelled invoice', () => openPaid({ state: 'cancelled' })],
];

describe.each(END_PAGES)('in a session, the page after %s', (_, open) => {
  it('leads to the next form with its one primary button', async () => {
    session({ forms: [someForm(1, 'done'), someForm(2, 'fill'), someForm(3, 'sign')] });
    server.reply(openSessionForm, { success: true, url: `${window.location.origin}/forms/other/g.h.i` });
    await open();
    await screen.findByText('2 of 3 left to do');
    expect(primary()).toEqual(['Next: Form 2']);
    expect(screen.queryByText(CLOSE) ?? screen.queryByText(/don’t need to do anything else\./)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Next: Form 2' }));
    await waitFor(() => expect(visit).toHaveBeenCalledWith(`${window.location.origin}/forms/other/g.h.i`));
    expect(server.calls(openSessionForm)[0]?.path).toBe('/secure-access/session/forms/2/open');
    expect(server.calls(getSessionPage)[0]?.headers.get('authorization')).toBe('Bearer a.b.c');
  });

  it('announces it in a live region that is rendered early and stays empty until the state is known', async () => {
    const loading = Promise.withResolvers<Response>();
    server.respond(getSessionPage, () => loading.promise);
    await open();
    await waitFor(() => expect(server.calls(getSessionPage)).toHaveLength(1));
    const region = document.querySelector('[aria-busy="true"] > [role="status"]');
    expect(region?.textContent).toBe('');
    const data = someSessionPage({ forms: [someForm(1, 'done'), someForm(2, 'fill')] });
    loading.resolve(Response.json({ success: true, data }));
    const left = await screen.findByText('1 of 2 left to do');
    expect(region?.contains(left)).toBe(true);
    expect(region?.closest('[aria-busy="true"]')).toBeNull();
  });

  it('leads to the next signature', async () => {
    session({ forms: [someForm(1, 'done'), someForm(2, 'sign')] });
    await open();
    await screen.findByText('1 of 2 left to do');
    expect(primary()).toEqual(['Next: sign Form 2']);
  });

  it('says that the advisor is next, and does not send the client away', async () => {
    session({ forms: [someForm(1, 'done'), someForm(2, 'wait')] });
    await open();
    await screen.findByText('You don’t need to do anything right now. The advisor is next.');
    expect(primary()).toEqual(['Back to all your forms']);
    expect(screen.queryByText(CLOSE)).toBeNull();
  });

  it('says that everything is done only when it is', async () => {
    session();
    await open();
    await screen.findByText('Everything is done. Thank you!');
    screen.getByText('You can close this page.');
    expect(primary()).toEqual([]);
  });

  it('claims nothing when the session’s link has been revoked or cannot be loaded', async () => {
    server.replyError(getSessionPage, 'link_revoked', 'Revoked.');
    await open();
    await screen.findByRole('link', { name: 'Back to all your forms' });
    expect(primary()).toEqual(['Back to all your forms']);
    expect(screen.queryByText(CLOSE)).toBeNull();
  });
});

describe('in a session, the page after signing', () => {
  it.each([
    ['pays next', DUE, 'Nothing left to fill in or sign.', ['Pay $2,616.69']],
    [
      'waits for a bank transfer',
      { amount_due_cents: 261_669, is_payment_processing: true },
      'Your bank payment is being processed.',
      ['Back to all your forms'],
    ],
    [
      'shows the amount that the agent explains how to pay',
      { amount_due_cents: 261_669 },
      '$2,616.69 is due.',
      ['Back to all your forms'],
    ],
    [
      'pays while the advisor is next',
      { ...DUE, forms: [someForm(1, 'done'), someForm(2, 'wait')] },
      'Nothing to fill in or sign right now. The advisor is next.',
      ['Pay $2,616.69'],
    ],
  ])('%s', async (_, changes, sentence, buttons) => {
    session(changes);
    openPublicPage(SIGNED);
    await screen.findByText(sentence);
    expect(primary()).toEqual(buttons);
    expect(screen.queryByText(CLOSE)).toBeNull();
    expect(screen.queryByText(NOTHING)).toBeNull();
  });

  it('asks in the client’s language', async () => {
    session({ forms: [someForm(1, 'done'), someForm(2, 'sign')] });
    openPublicPage(SIGNED);
    await userEvent.click(await screen.findByRole('button', { name: 'Español' }));
    await screen.findByRole('button', { name: 'Siguiente: firmar Formulario 2' });
    await userEvent.click(screen.getByRole('button', { name: 'Português' }));
    await screen.findByRole('button', { name: pt.nextSign.replace('{title}', 'Form 2') });
  });

  it('reports a form that could not be opened', async () => {
    session({ forms: [someForm(1, 'done'), someForm(2, 'sign')] });
    server.replyError(openSessionForm, 'form_voided', 'Voided.');
    openPublicPage(SIGNED);
    await userEvent.click(await screen.findByRole('button', { name: 'Next: sign Form 2' }));
    await screen.findByText('We couldn’t open the form. Please try again.');
  });

  it('belongs to the session that led to it, also after another was opened in this tab', async () => {
    storeSessionToken('x.y.z', false);
    session();
    openPublicPage(SIGNED);
    await screen.findByText('Everything is done. Thank you!');
    expect(server.calls(getSessionPage)[0]?.headers.get('authorization')).toBe('Bearer a.b.c');
  });
});

describe('in a session, the page after a payment', () => {
  it('does not ask for the same payment while the session has not recorded it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    session(DUE);
    openPaid();
    await screen.findByRole('link', { name: 'Back to all your forms' });
    expect(primary()).toEqual(['Back to all your forms']);
    session();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await screen.findByText('Everything is done. Thank you!');
  });

  it('asks for another open invoice of the session', async () => {
    session({ amount_due_cents: 5_000, pay_url: `${window.location.origin}/pay/other` });
    openPaid();
    await screen.findByText('$50.00 is due.');
    expect(primary()).toEqual(['Pay $50.00']);
  });
});

describe('without a session', () => {
  beforeEach(() => sessionStorage.removeItem('session-ways'));

  it('a submitted form says that this form needs nothing else', async () => {
    await submitForm();
    screen.getByText('You don’t need to do anything else for this form. You can close this page.');
    expect(server.calls(getSessionPage)).toEqual([]);
  });

  it('a signature has been received, and the page can be closed', async () => {
    openPublicPage(SIGNED);
    await screen.findByText('Your signature has been received.');
    screen.getByText('You can close this page.');
    expect(server.calls(getSessionPage)).toEqual([]);
  });
});
