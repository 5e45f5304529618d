import { inEveryLanguage } from '@ledgerline/contract/languages';
import {
  getSecureForm,
  startSigning,
  submitSessionPasscode,
  validateLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';

let server: FakeServer;
const expires_at = '2026-11-27T15:00:00.000Z';

function link(state: 'ready' | 'passcode', form: { form_link_id: string; type: string }) {
  const titles = inEveryLanguage(() => '');
  const rest = { title: '', titles, brokerage: 'Palm', agent_name: 'Ana', totalSteps: 1 };
  server.reply(validateLink, { success: true, state, form: { ...form, ...rest }, expires_at });
}

beforeEach(() => {
  server = publicServer();
});

async function submit(passcode: string) {
  const input = await screen.findByLabelText('Passcode');
  await userEvent.clear(input);
  await userEvent.type(input, `${passcode}{Enter}`);
}

describe('a form of a session with a passcode', () => {
  it('asks for it before showing the form, and then opens', async () => {
    const form = { form_link_id: 'personal-info', type: 'WebForm' };
    link('passcode', form);
    server.replyError(submitSessionPasscode, 'not_allowed', 'The passcode is incorrect.');
    openPublicPage('/forms/personal-info/a.b.c');
    await submit('1111');
    await screen.findByText(/That passcode isn’t correct/);
    expect(server.calls(getSecureForm)).toHaveLength(0);
    server.reply(submitSessionPasscode, { success: true });
    link('ready', form);
    server.replyError(getSecureForm, 'link_expired', 'Link has expired. Please generate a new one.');
    await submit('2468');
    await screen.findByRole('heading', { name: /expired/ });
    expect(server.calls(submitSessionPasscode).at(-1)?.body).toEqual({ token: 'a.b.c', passcode: '2468' });
  });

  it('also asks for it when the form is signed', async () => {
    const form = { form_link_id: 'agreement', type: 'DocuSign' };
    link('passcode', form);
    server.reply(submitSessionPasscode, { success: true });
    openPublicPage('/sign/agreement/a.b.c');
    await screen.findByLabelText('Passcode');
    expect(server.calls(startSigning)).toHaveLength(0);
    link('ready', form);
    server.reply(startSigning, { success: true, state: 'waiting', signing_url: null });
    await submit('2468');
    await screen.findByRole('heading', { name: 'The advisor signs first' });
  });

  it.each([
    ['/forms/personal-info/a.b.c', { form_link_id: 'personal-info', type: 'WebForm' }],
    ['/sign/agreement/a.b.c', { form_link_id: 'agreement', type: 'DocuSign' }],
  ])('reports at %s that the browser did not save the correct passcode', async (address, form) => {
    link('passcode', form);
    server.reply(submitSessionPasscode, { success: true });
    openPublicPage(address);
    await submit('2468');
    await screen.findByText(/^The passcode is correct, but this browser didn’t save it/);
    // A wrong passcode replaces that message.
    server.replyError(submitSessionPasscode, 'not_allowed', 'The passcode is incorrect.');
    await submit('1111');
    await screen.findByText(/That passcode isn’t correct/);
    expect(screen.queryByText(/didn’t save it/)).toBeNull();
  });

  it('reports too many attempts', async () => {
    link('passcode', { form_link_id: 'personal-info', type: 'WebForm' });
    server.replyError(submitSessionPasscode, 'too_many_requests', 'Too many attempts.');
    openPublicPage('/forms/personal-info/a.b.c');
    await submit('1111');
    await screen.findByText(/Too many incorrect passcodes/);
  });
});
