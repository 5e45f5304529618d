import { inEveryLanguage } from '@ledgerline/contract/languages';
import { getSecureForm, saveFormProgress, validateLink } from '@ledgerline/contract/public-forms/endpoints';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { FakeServer } from '../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../testing/public-pages.tsx';
import { texts as es } from './texts/messages/es.ts';

const FORM = {
  form_link_id: 'personal-info',
  title: 'Personal Information',
  titles: inEveryLanguage(() => 'Personal Information'),
  type: 'Web Form',
  brokerage: 'Ledgerline',
  agent_name: 'Ada Byron',
  totalSteps: 6,
};
const expires_at = '2099-11-27T15:00:00.000Z';

let server: FakeServer;

beforeEach(() => {
  server = publicServer();
});

it('reports in the client’s language that the link has expired', async () => {
  server.reply(validateLink, { success: true, state: 'expired', form: FORM, language: 'es', expires_at });
  openPublicPage('/forms/personal-info/a.b.c');
  await screen.findByRole('heading', { name: es.expiredTitle });
});

it.each([
  ['/forms/personal-info/a.b.c', 'Web Form'],
  ['/sign/personal-info/a.b.c', 'DocuSign'],
])('%s continues automatically once an agent has extended the link', async (address, type) => {
  const form = { ...FORM, type };
  server.reply(validateLink, { success: true, state: 'expired', form, expires_at });
  openPublicPage(address);
  await screen.findByRole('heading', { name: 'Link has expired. Please generate a new one.' });
  server.reply(validateLink, { success: true, state: 'completed', form, expires_at });
  // Browsers report the same return with several events.
  fireEvent(document, new Event('visibilitychange'));
  fireEvent(window, new Event('focus'));
  await screen.findByRole('heading', { name: /has already been/ });
  expect(server.calls(validateLink)).toHaveLength(2);
});

it('saves with its own token when restored from the back/forward cache', async () => {
  server.reply(validateLink, { success: true, state: 'ready', form: FORM, expires_at });
  server.reply(getSecureForm, {
    success: true,
    form: FORM,
    form_data: null,
    prefill: {},
    step: 0,
    version: 0,
    progress_session_id: 'SEC_abcdefgh12345678',
    last_saved: null,
    expires_at,
    expires_soon: false,
  });
  const last_saved = '2026-11-20T15:00:00.000Z';
  const saved = { last_saved, version: 1, form_data: {}, expires_at, expires_soon: false };
  server.reply(saveFormProgress, { success: true, ...saved });
  openPublicPage('/forms/personal-info/a.b.c');
  await screen.findByLabelText('First name');
  // Another client's link of the same form was opened in this tab, and left by Back.
  sessionStorage.setItem('form-token:personal-info', 'x.y.z');
  const restored = Object.assign(new Event('pageshow'), { persisted: true });
  fireEvent(window, restored);
  fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Ana' } });
  fireEvent(window, new Event('pagehide'));
  // The first request loads the answers of other devices.
  await waitFor(() => expect(server.calls(saveFormProgress)).toHaveLength(2));
  const tokens = server.calls(saveFormProgress).map(({ headers }) => headers.get('authorization'));
  expect(tokens).toEqual(['Bearer a.b.c', 'Bearer a.b.c']);
});
