import { inEveryLanguage } from '@ledgerline/contract/languages';
import { getPayPage } from '@ledgerline/contract/pay-page/endpoints';
import {
  getSessionPage,
  openSessionForm,
  type SessionPage,
  validateLink,
  validateSessionLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { someForm, someSessionPage } from './testing/session-page.ts';

const EXPIRES = '2026-11-27T15:00:00.000Z';

const PAGE = someSessionPage({
  forms: [
    someForm(1, 'fill', { progress_step: 2 }),
    someForm(2, 'sign', { status: 'Ready to sign', total_cents: 160_500 }),
    someForm(3, 'wait', { status: 'Awaiting advisor signature' }),
    someForm(4, 'done', { status: 'Completed', document_url: 'https://portal.test/api/files/t/signed.pdf' }),
    someForm(5, 'voided', { status: 'Cancelled' }),
    someForm(6, 'fill'),
  ],
  subtotal_cents: 150_000,
  tax_cents: 10_500,
  total_cents: 160_500,
  amount_due_cents: 160_500,
});

let server: FakeServer;

function link(state: 'ready' | 'passcode' | 'expired' | 'revoked', language: 'es' | null = null) {
  const known = { brokerage: 'Ledgerline', agent_name: 'Ada Byron', language, expires_at: EXPIRES };
  return server.reply(validateSessionLink, { success: true, state, ...known });
}

function page(changes: Partial<SessionPage> = {}) {
  return link('ready').reply(getSessionPage, { success: true, data: { ...PAGE, ...changes } });
}

beforeEach(() => {
  server = publicServer();
});

describe('the page of a session', () => {
  it('greets, names the agent, and shows the status and action of each form', async () => {
    page();
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: 'Hello Maria' });
    screen.getByText('Ada Byron prepared these forms for you.');
    screen.getByText('3 of 4 left to do');
    const card = (title: string) => within(screen.getByRole('article', { name: title }));
    card('Form 1').getByRole('button', { name: /^Continue \(step 3 of 6\)/ });
    card('Form 2').getByText(/Ready to sign/);
    card('Form 2').getByRole('button', { name: /^Sign/ });
    card('Form 3').getByText('Waiting for the advisor');
    expect(card('Form 3').queryByRole('button')).toBeNull();
    card('Form 4').getByText(/Completed/);
    card('Form 4').getByRole('button', { name: 'View the signed document' });
    expect(card('Form 5').queryByRole('button')).toBeNull();
    card('Form 6').getByRole('button', { name: /^Fill in/ });
  });

  it('shows subtotal, tax, total and the amount due', async () => {
    page();
    openPublicPage('/secure/a.b.c');
    const costs = within(await screen.findByRole('region', { name: 'Costs' }));
    costs.getByText('$1,500.00');
    costs.getByText('$105.00');
    expect(costs.getAllByText('$1,605.00')).toHaveLength(2);
  });

  it("links to the payment of an open invoice, even if it exceeds the forms' total", async () => {
    page({ amount_due_cents: 12_000, pay_url: `${window.location.origin}/pay/secret` });
    const first = openPublicPage('/secure/a.b.c');
    const pay = await screen.findByRole('link', { name: 'Pay $120.00' });
    expect(pay.getAttribute('href')).toBe(`${window.location.origin}/pay/secret`);
    expect(screen.queryByText(/will tell you how to pay/)).toBeNull();
    server.replyError(getPayPage, 'not_found', 'This payment link is not valid.');
    await userEvent.click(pay);
    await screen.findByRole('heading', { name: 'This payment link is not valid.' });
    expect(screen.getByRole('link', { name: 'Back to all your forms' }).getAttribute('href')).toBe(
      '/secure/a.b.c',
    );
    first.unmount();
    page({ total_cents: 0, amount_due_cents: 700, pay_url: `${window.location.origin}/pay/secret` });
    openPublicPage('/secure/a.b.c');
    const costs = within(await screen.findByRole('region', { name: 'Costs' }));
    costs.getByRole('link', { name: 'Pay $7.00' });
    expect(costs.queryByText('Total')).toBeNull();
  });

  it('shows a recorded payment as paid, and nothing when nothing has a price', async () => {
    page({ amount_due_cents: 0 });
    const first = openPublicPage('/secure/a.b.c');
    await screen.findByText(/Paid\. Thank you!/);
    first.unmount();
    page({ total_cents: 0, amount_due_cents: 0 });
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: 'Hello Maria' });
    expect(screen.queryByText('Amount due')).toBeNull();
  });

  it('shows documents to read and the amount due when nothing is left to sign', async () => {
    const previews = [{ name: 'Welcome.pdf', url: 'https://portal.test/api/files/t/w.pdf' }];
    page({
      forms: [someForm(4, 'done', { status: 'Completed' }), someForm(7, 'view', { previews })],
      todo_count: 0,
    });
    openPublicPage('/secure/a.b.c');
    await screen.findByText('Nothing left to fill in or sign.');
    screen.getByText('1 document to read. $1,605.00 is due.');
    const card = within(screen.getByRole('article', { name: 'Form 7' }));
    card.getByText('To read');
    expect(card.getAllByRole('button')).toHaveLength(1);
  });

  it('shows that the advisor is next when the client can do nothing now', async () => {
    page({ forms: [someForm(3, 'wait')], todo_count: 1, amount_due_cents: 0 });
    openPublicPage('/secure/a.b.c');
    await screen.findByText('You don’t need to do anything right now. The advisor is next.');
  });

  it('sends the token as bearer from session storage, and never the agent’s', async () => {
    localStorage.setItem('jwt', 'agent.sign.in');
    page();
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: 'Hello Maria' });
    expect(server.calls(getSessionPage)[0]?.headers.get('authorization')).toBe('Bearer a.b.c');
    for (const call of server.received)
      expect(call.headers.get('authorization') ?? '').not.toContain('agent');
  });

  it('uses the client’s language until another is chosen', async () => {
    page({ language: 'es' });
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: 'Hola, Maria' });
    screen.getByText(/Listo para firmar/);
    await userEvent.click(screen.getByRole('button', { name: 'Português' }));
    screen.getByRole('heading', { name: 'Olá, Maria' });
    screen.getByText(/Pronto para assinar/);
  });

  it('warns in the last 24 hours', async () => {
    page({ expires_soon: true });
    openPublicPage('/secure/a.b.c');
    await screen.findByText(/This link expires on November 27, 2026/);
  });

  it("is marked as an agent's preview by its address", async () => {
    page();
    openPublicPage('/secure/a.b.c#preview');
    await screen.findByText(/You’re viewing the client’s page/);
    expect(server.calls(validateSessionLink)[0]?.body).toEqual({ token: 'a.b.c', is_preview: true });
    expect(sessionStorage.getItem('session-preview')).toBe('true');
  });

  it.each([
    ['the service', () => new Response(null, { status: 503 }), /the service is unavailable right now\.$/],
    ['the connection', () => Promise.reject(new TypeError('offline')), /check your internet connection\.$/],
  ] as const)('reports a failed refetch, and that it is %s', async (_, answers, text) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    page();
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: 'Hello Maria' });
    server.respond(getSessionPage, answers);
    window.dispatchEvent(new Event('focus'));
    await act(() => vi.advanceTimersByTimeAsync(8000));
    await screen.findByText(text);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is refetched when the visitor returns', async () => {
    page();
    openPublicPage('/secure/a.b.c');
    await screen.findByText('3 of 4 left to do');
    page({ todo_count: 1, client_count: 2 });
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    await screen.findByText('1 of 2 left to do');
    expect(server.calls(getSessionPage)).toHaveLength(2);
    server.replyError(getSessionPage, 'link_expired', 'Link has expired. Please generate a new one.');
    window.dispatchEvent(new Event('focus'));
    await screen.findByRole('heading', { name: 'Link has expired. Please generate a new one.' });
  });
});

describe('opening a form', () => {
  it('requests the address once and navigates there, and the form links back', async () => {
    page().reply(openSessionForm, {
      success: true,
      url: `${window.location.origin}/forms/personal-info/d.e.f`,
    });
    const described = {
      form_link_id: 'personal-info',
      title: 'Form 1',
      titles: inEveryLanguage(() => 'Form 1'),
      type: 'Web Form',
      brokerage: 'Ledgerline',
      agent_name: null,
      totalSteps: 6,
    };
    server.reply(validateLink, { success: true, state: 'completed', form: described, expires_at: EXPIRES });
    openPublicPage('/secure/a.b.c');
    await userEvent.dblClick(await screen.findByRole('button', { name: /^Continue/ }));
    await screen.findByRole('heading', { name: 'This form has already been submitted.' });
    expect(location.pathname).toBe('/forms/personal-info/d.e.f');
    expect(server.calls(openSessionForm)).toHaveLength(1);
    await userEvent.click(screen.getByRole('link', { name: 'Back to all your forms' }));
    await screen.findByRole('heading', { name: 'Hello Maria' });
    expect(location.pathname).toBe('/secure/a.b.c');
  });

  it('reports a failure', async () => {
    page().replyError(openSessionForm, 'wrong_state', 'No.');
    openPublicPage('/secure/a.b.c');
    await userEvent.click(await screen.findByRole('button', { name: /^Sign/ }));
    await screen.findByText('We couldn’t open the form. Please try again.');
  });
});

describe('a session link', () => {
  it('that is invalid explains what to do next', async () => {
    server.replyError(validateSessionLink, 'invalid_link', 'Invalid or expired secure token.');
    openPublicPage('/secure/a.b.x');
    await screen.findByRole('heading', { name: 'Invalid or expired secure token.' });
    screen.getByText(/ask your agent for a new link/);
  });

  it('without three parts is rejected without a request', async () => {
    openPublicPage('/secure/abc');
    await screen.findByRole('heading', { name: 'Invalid or expired secure token.' });
    expect(server.calls(validateSessionLink)).toEqual([]);
  });

  it.each([
    ['expired', 'Link has expired. Please generate a new one.', /contact Ada Byron and ask for more time/],
    ['revoked', 'This link has been replaced by a newer one.', /use the newest message/],
  ] as const)('that is %s explains what to do next', async (state, heading, advice) => {
    link(state);
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: heading });
    screen.getByText(advice);
  });

  it('with a passcode asks for it until it is correct, then not again', async () => {
    link('passcode').replyError(getSessionPage, 'not_allowed', 'The passcode is incorrect.');
    const first = openPublicPage('/secure/a.b.c');
    await userEvent.click(await screen.findByRole('button', { name: 'Open my forms' }));
    screen.getByText('Please enter the passcode.');
    await userEvent.type(screen.getByLabelText('Passcode'), '1111{Enter}');
    await screen.findByText(/That passcode isn’t correct/);
    server.reply(getSessionPage, { success: true, data: PAGE });
    await userEvent.clear(screen.getByLabelText('Passcode'));
    await userEvent.type(screen.getByLabelText('Passcode'), '1234{Enter}');
    await screen.findByRole('heading', { name: 'Hello Maria' });
    first.unmount();
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: 'Hello Maria' });
    await waitFor(() => expect(server.calls(getSessionPage).at(-1)?.body).toEqual({ passcode: '1234' }));
  });
});
