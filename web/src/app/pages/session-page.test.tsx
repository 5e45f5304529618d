import { getClient } from '@ledgerline/contract/clients/endpoints';
import { emailLink, listClientEmails } from '@ledgerline/contract/link-emails/endpoints';
import {
  deleteSession,
  generateSessionToken,
  getSession,
  updateSession,
} from '@ledgerline/contract/sessions/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceCodeDrawing } from '../../components/ui/testing/drawn-codes.ts';
import { aForm } from '../../features/sessions/testing/sessions.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { aServer, card, LINK, PAGE } from '../testing/session-server.ts';

beforeEach(() => {
  replaceCodeDrawing();
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('the session page', () => {
  it('shows name, client, derived status and dates', async () => {
    aServer({ status: 'Pending Client Signature' });
    renderApp(PAGE);
    const header = await card('Session');
    for (const text of ['Session 1', 'Pending Client Signature', 'Nov 20, 2026', 'Never', '1 form'])
      header.getByText(text);
    expect(header.getByRole('link', { name: 'Maria Alvarez' }).getAttribute('href')).toBe('/crm/clients/7');
  });

  it('shows Unknown Client for a client without names', async () => {
    aServer({ client_first_name: null, client_last_name: null });
    renderApp(PAGE);
    (await card('Session')).getByRole('link', { name: 'Unknown Client' });
  });

  it('fetches the secure link when it opens, for 168 hours', async () => {
    const server = aServer();
    renderApp(PAGE);
    await (await card('Send to client')).findByDisplayValue(LINK);
    expect(server.calls(generateSessionToken).map(({ body }) => body)).toEqual([
      { accessType: 'client_access', expirationHours: 168, forceRegenerate: false },
    ]);
  });

  it('offers Retry when the link cannot be loaded', async () => {
    const server = aServer().replyError(generateSessionToken, 'not_allowed', 'No.');
    renderApp(PAGE);
    const link = await card('Send to client');
    await link.findByText('Failed to get secure token');
    server.reply(generateSessionToken, {
      success: true,
      token: '',
      url: '',
      expiresAt: '',
      expiresSoon: false,
      message: '',
    });
    await userEvent.click(link.getByRole('button', { name: 'Retry' }));
    await link.findByText('No secure link available. Please try again.');
  });

  it('shows that the link is not ready while it is created', async () => {
    aServer().respond(generateSessionToken, () => new Promise<Response>(() => undefined));
    renderApp(PAGE);
    const link = await card('Send to client');
    await userEvent.click(link.getByRole('button', { name: 'View Client Session' }));
    link.getByText('Secure link not available yet. Please wait for it to generate.');
  });

  it('extends the same link', async () => {
    const server = aServer();
    renderApp(PAGE);
    const link = await card('Send to client');
    await link.findByDisplayValue(LINK);
    await userEvent.click(link.getByRole('button', { name: 'Extend' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '14 days' }));
    await waitFor(() => expect(server.calls(generateSessionToken)).toHaveLength(2));
    expect(server.calls(generateSessionToken)[1]?.body).toMatchObject({ expirationHours: 336, extend: true });
  });

  it('emails the session link to the client', async () => {
    const server = aServer().replyError(emailLink, 'not_allowed', 'Mail is not set up.');
    renderApp(PAGE);
    const link = await card('Send to client');
    await userEvent.click(await link.findByRole('button', { name: 'Email Link' }));
    await userEvent.type(link.getByLabelText('To'), 'maria@example.com');
    await userEvent.click(link.getByRole('button', { name: 'Send' }));
    await link.findByText('Mail is not set up.');
    expect(server.calls(emailLink)[0]?.body).toEqual({ session_id: 5, to_address: 'maria@example.com' });
  });

  it.each([
    [404, 'Session not found or has been deleted.'],
    [403, 'The session could not be loaded.'],
  ])('explains status %d and links back to the client', async (status, text) => {
    aServer().respond(getSession, () => Response.json({ success: false, message: 'No.' }, { status }));
    renderApp(PAGE);
    await screen.findByText(text);
    const links = screen.getAllByRole('link', { name: 'Back to the client' });
    expect(links.every((link) => link.getAttribute('href') === '/crm/clients/7')).toBe(true);
  });

  it('does not show the session of another client', async () => {
    aServer({ client_id: 8 });
    renderApp(PAGE);
    await screen.findByText('Session not found or has been deleted.');
  });

  it.each([
    [404, 'Client not found.'],
    [403, 'Error loading client: No.'],
    [400, 'Error loading client: No.'],
  ])('shows an error when loading the client fails with status %d', async (status, text) => {
    aServer().respond(getClient, () => Response.json({ success: false, message: 'No.' }, { status }));
    renderApp(PAGE);
    await screen.findByText(text);
  });

  it('shows a local session without requesting it from the server', async () => {
    const server = aServer();
    renderApp('/crm/clients/7/sessions/TEMP_abcdefgh12345678');
    await screen.findByRole('heading', { name: 'Local Session' });
    expect(server.calls(getSession)).toHaveLength(0);
    expect(server.calls(generateSessionToken)).toHaveLength(0);
  });
});

describe('notes and deletion of a session', () => {
  it('keeps notes that could not be saved, with an error', async () => {
    aServer({ notes: '<p>Call first</p>' }).replyError(updateSession, 'not_allowed', 'No.');
    renderApp(PAGE);
    const notes = await card('Agent Notes');
    notes.getByText('Call first');
    await userEvent.click(notes.getByRole('button', { name: 'Edit: Agent Notes' }));
    const editor = await card('Agent Notes');
    await userEvent.click(editor.getByRole('button', { name: 'Save' }));
    await editor.findByText('Failed to save agent notes. Please try again.');
    editor.getByRole('button', { name: 'Save' });
  });

  it('confirms before deleting, deletes forms only on request, then opens the client', async () => {
    const server = aServer().reply(deleteSession, { success: true });
    const { router } = renderApp(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Session' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete session?' }));
    dialog.getByText(/Session 1/);
    await userEvent.click(dialog.getByLabelText('Delete its 1 form too'));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Session' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/7'));
    expect(server.calls(deleteSession)[0]?.body).toEqual({ deleteForms: true });
  });

  it('labels each email by its content: links and invoices', async () => {
    const email = {
      to_address: 'maria@example.com',
      subject: 'Ledgerline: Session 1',
      language: 'en',
      status: 'sent',
      error: null,
      client_id: 7,
      session_id: 5,
      session_form_id: null,
      link_ends_at: '2099-01-01T15:00:00.000Z',
      sent_by: 'Ada Byron',
      created_at: '2026-11-20T15:00:00.000Z',
      sent_at: '2026-11-20T15:00:01.000Z',
    } as const;
    aServer().reply(listClientEmails, {
      success: true,
      data: [
        { ...email, id: 3, kind: 'invoice', about: '000012' },
        { ...email, id: 2, kind: 'session_link', about: 'Session 1' },
        { ...email, id: 1, kind: 'session_link', about: null },
      ],
    });
    renderApp(PAGE);
    const emails = within(await screen.findByRole('list', { name: 'Emails' }));
    expect(emails.getAllByRole('listitem').map(({ textContent }) => textContent?.split(' · ')[0])).toEqual([
      'Invoice 000012 emailed to maria@example.com',
      'Link to the session “Session 1” emailed to maria@example.com',
      '“Ledgerline: Session 1” emailed to maria@example.com',
    ]);
  });

  it('does not offer to delete completed or signed forms with the session', async () => {
    const server = aServer({}, [aForm({ title: 'Agreement', has_client_signature: true })]);
    server.reply(deleteSession, { success: true });
    renderApp(PAGE);
    await screen.findByText('Agreement');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Session' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete session?' }));
    const box = dialog.getByLabelText<HTMLInputElement>('Delete its 1 form too');
    expect([box.disabled, box.checked]).toEqual([true, false]);
    dialog.getByText('“Agreement” is completed or signed: the forms stay with the client.');
  });

  it('shows an error when the session could not be deleted, and logs the reason', async () => {
    aServer().replyError(deleteSession, 'not_allowed', 'No.');
    renderApp(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Session' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete session?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Session' }));
    await dialog.findByText('Could not delete session. Check console for details.');
    expect(vi.mocked(console.error)).toHaveBeenCalled();
  });
});
