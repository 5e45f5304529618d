import { getSecureForm, saveFormProgress, validateLink } from '@ledgerline/contract/public-forms/endpoints';
import { PERSONAL_INFO } from '@ledgerline/contract/web-forms/personal-info/personal-info';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { setConnected } from '../../lib/connection.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';

const validity = { expires_at: '2026-11-27T15:00:00.000Z', expires_soon: false };
const form = {
  form_link_id: 'personal-info',
  title: 'Personal information',
  titles: PERSONAL_INFO.title,
  type: 'Web Form',
  brokerage: 'Ledgerline',
  agent_name: 'Ada Byron',
  totalSteps: PERSONAL_INFO.steps.length,
};

function secureForm() {
  const server = publicServer();
  server.reply(validateLink, { success: true, state: 'ready', form, expires_at: validity.expires_at });
  const saved = { last_saved: '2026-11-20T15:01:00.000Z', version: 1, form_data: {} };
  server.reply(saveFormProgress, { success: true, ...saved, ...validity });
  server.reply(getSecureForm, {
    success: true,
    form,
    form_data: null,
    prefill: {},
    language: 'en',
    step: 0,
    version: 0,
    progress_session_id: 'SEC_abcdefgh12345678',
    last_saved: null,
    ...validity,
  });
  return server;
}

it('reports a lost connection at once, keeps the input, and saves when it is back', async () => {
  const server = secureForm();
  openPublicPage('/forms/personal-info/a.b.c');
  const name = await screen.findByLabelText('Last name');
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  await screen.findByText(/No internet connection\./);
  fireEvent.change(name, { target: { value: 'Alvarez' } });
  expect(sessionStorage.getItem('unsaved-form:SEC_abcdefgh12345678')).toContain('Alvarez');
  await userEvent.click(screen.getByRole('button', { name: 'Português' }));
  await screen.findByText(/Sem conexão com a internet\./);
  onLine.mockReturnValue(true);
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(screen.queryByText(/Sem conexão/)).toBeNull());
  await waitFor(() => expect(server.calls(saveFormProgress)).toHaveLength(1));
  expect(server.calls(saveFormProgress)[0]?.body).toMatchObject({
    form_data: { personalInfo: { lastName: 'Alvarez' } },
  });
  onLine.mockRestore();
});

it('does not blame the client’s internet for an unavailable server, and recovers automatically', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  secureForm();
  openPublicPage('/forms/personal-info/a.b.c');
  await screen.findByLabelText('Last name');
  act(() => setConnected(false));
  await screen.findByText(/^The connection was interrupted\. Your answers stay on this page/);
  expect(screen.queryByText(/internet/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(screen.queryByText(/interrupted/)).toBeNull();
  vi.useRealTimers();
});
