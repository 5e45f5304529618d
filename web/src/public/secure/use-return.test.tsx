import { inEveryLanguage } from '@ledgerline/contract/languages';
import { getSessionPage, validateSessionLink } from '@ledgerline/contract/public-forms/endpoints';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { storePasscode, storeSessionToken } from '../session/return-path.ts';
import { texts as es } from '../texts/messages/es.ts';
import { useReturn } from './use-return.ts';

const expires_at = '2099-11-27T15:00:00.000Z';
const known = { brokerage: 'Ledgerline', agent_name: 'Ada Byron', language: 'es' as const, expires_at };
const page = {
  ...known,
  titles: inEveryLanguage(() => 'Your forms from Ledgerline'),
  client_first_name: 'Maria',
  expires_soon: false,
  forms: [],
  todo_count: 0,
  client_count: 0,
  subtotal_cents: 0,
  tax_cents: 0,
  total_cents: 0,
  amount_due_cents: 0,
  pay_url: null,
  is_payment_processing: false,
};

let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server = publicServer();
  server.reply(validateSessionLink, { success: true, state: 'ready', ...known });
  server.reply(getSessionPage, { success: true, data: page });
});
afterEach(() => vi.useRealTimers());

describe('a session page that stays open', () => {
  it('is refetched before its file addresses expire', async () => {
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: 'Hola, Maria' });
    expect(server.calls(getSessionPage)).toHaveLength(1);
    for (const calls of [2, 3]) {
      await act(() => vi.advanceTimersByTimeAsync(4 * 60_000));
      await waitFor(() => expect(server.calls(getSessionPage)).toHaveLength(calls));
    }
  });

  it('shows the state of its link in the client’s language', async () => {
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: 'Hola, Maria' });
    server.replyError(getSessionPage, 'invalid_link', 'Invalid or expired secure token.');
    server.reply(validateSessionLink, { success: true, state: 'revoked', ...known });
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    await screen.findByRole('heading', { name: es.revokedTitle });
  });

  it('uses the client’s language from the start, also for an expired link, and opens after an extension', async () => {
    server.reply(validateSessionLink, { success: true, state: 'expired', ...known });
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: es.expiredTitle });
    server.reply(validateSessionLink, { success: true, state: 'ready', ...known });
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    await screen.findByRole('heading', { name: 'Hola, Maria' });
  });
});

/** Another client's session was opened in this tab, and Back returns here: the browser restores this page from its cache. */
function returnFromHistory(event: Event) {
  storeSessionToken('x.y.z', false);
  storePasscode('9999');
  fireEvent(event.type === 'pageshow' ? window : document, event);
}

const tokens = () => server.calls(getSessionPage).map(({ headers }) => headers.get('authorization'));

describe.each([
  ['pageshow', () => Object.assign(new Event('pageshow'), { persisted: true })],
  // Some browsers fire this event first.
  ['visibilitychange', () => new Event('visibilitychange')],
] as const)('a page restored from the back/forward cache (%s)', (_, event) => {
  it('is fetched with its own token, and without the passcode of the other', async () => {
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: 'Hola, Maria' });
    returnFromHistory(event());
    await waitFor(() => expect(tokens()).toEqual(['Bearer a.b.c', 'Bearer a.b.c']));
    expect(server.calls(getSessionPage)[1]?.body).toEqual({});
  });

  it('sends the entered passcode with its own token', async () => {
    server.reply(validateSessionLink, { success: true, state: 'passcode', ...known });
    openPublicPage('/secure/a.b.c');
    const passcode = await screen.findByLabelText(es.passcode);
    returnFromHistory(event());
    fireEvent.change(passcode, { target: { value: '1234' } });
    fireEvent.click(screen.getByRole('button', { name: es.passcodeOpen }));
    await screen.findByRole('heading', { name: 'Hola, Maria' });
    expect(tokens()).toEqual(['Bearer a.b.c']);
  });
});

it('notices a visitor who returns at the moment when the page is first displayed', async () => {
  const onReturn = vi.fn();
  function Page() {
    useReturn(onReturn);
    return <p>Displayed</p>;
  }
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  // Before the effects that React runs after displaying the page; `act` would run them first.
  const observer = new MutationObserver(() => window.dispatchEvent(new Event('focus')));
  observer.observe(container, { childList: true });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  root.render(<Page />);
  await waitFor(() => expect(container.textContent).toBe('Displayed'));
  expect(onReturn).toHaveBeenCalledTimes(1);
  root.unmount();
  observer.disconnect();
});
