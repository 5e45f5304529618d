import { getSessionPage, validateSessionLink } from '@ledgerline/contract/public-forms/endpoints';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { es } from '../texts/es.ts';

const expires_at = '2099-11-27T15:00:00.000Z';
const known = { brokerage: 'Ledgerline', agent_name: 'Ada Byron', language: 'es' as const, expires_at };
const page = {
  ...known,
  session_type: 'Session 1',
  client_first_name: 'Maria',
  expires_soon: false,
  forms: [],
  todo_count: 0,
  subtotal_cents: 0,
  tax_cents: 0,
  total_cents: 0,
  amount_due_cents: 0,
  pay_url: null,
};

let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server = publicServer();
  server.reply(validateSessionLink, { success: true, state: 'ready', ...known });
  server.reply(getSessionPage, { success: true, data: page });
});
afterEach(() => vi.useRealTimers());

describe('the page of a session that is left open', () => {
  it('is read again before the addresses of its files run out', async () => {
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: 'Hola, Maria' });
    expect(server.calls(getSessionPage)).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(9 * 60_000));
    expect(server.calls(getSessionPage)).toHaveLength(3);
  });

  it('says in the client’s language what has become of its link', async () => {
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: 'Hola, Maria' });
    server.refuse(getSessionPage, 'invalid_link', 'Invalid or expired secure token.');
    server.reply(validateSessionLink, { success: true, state: 'revoked', ...known });
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    await screen.findByRole('heading', { name: es.revokedTitle });
  });

  it('speaks the client’s language from the first sentence, also where the link has expired, and opens once there is more time', async () => {
    server.reply(validateSessionLink, { success: true, state: 'expired', ...known });
    openPublicPage('/secure/a.b.c');
    await screen.findByRole('heading', { name: es.expiredTitle });
    server.reply(validateSessionLink, { success: true, state: 'ready', ...known });
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    await screen.findByRole('heading', { name: 'Hola, Maria' });
  });
});
