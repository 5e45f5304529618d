import { searchClients } from '@ledgerline/contract/clients/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubClipboard } from '../../../testing/clipboard.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer } from '../../../testing/render-app.tsx';
import { renderRouted } from '../../../testing/render-routed.tsx';
import { maria } from '../testing/clients.ts';
import { aSubmission } from '../testing/submissions.ts';
import { aCountedTemplate } from '../testing/templates.ts';
import { AddFormDialog } from './add-form-dialog.tsx';

const MARIA = maria();
let server: FakeServer;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server = fakeServer();
});

describe('Add Form', () => {
  async function open() {
    renderRouted(<AddFormDialog opened templates={[aCountedTemplate()]} onRetry={null} onClose={vi.fn()} />);
    return screen.findByRole('dialog', { name: 'Add Form' });
  }
  async function choose(dialog: HTMLElement) {
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Form' }));
    await userEvent.click(await screen.findByRole('option', { name: /^Personal Information/ }));
  }
  const search = (dialog: HTMLElement) =>
    fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'maria' } });
  const save = (dialog: HTMLElement) =>
    userEvent.click(within(dialog).getByRole('button', { name: 'Add Form' }));

  it('requires a form', async () => {
    await save(await open());
    await screen.findByText('Please select a form');
    expect(server.calls(createSubmission)).toEqual([]);
  });

  it('adds a pending form for a client, with a link for 168 hours', async () => {
    const data = aSubmission({ id: 9 });
    server
      .reply(searchClients, { success: true, data: [MARIA] })
      .reply(createSubmission, { success: true, id: 9, data, sessionForm: data })
      .reply(createClientLink, {
        success: true,
        data: {
          formUrl: 'http://portal.test/forms/personal-info/a.b.c',
          expiresAt: '2026-11-27T15:00:00.000Z',
          sessionFormId: 9,
          token: 'a.b.c',
          title: 'Personal Information',
          status: 'pending',
          expiresSoon: false,
        },
      });
    const dialog = await open();
    await choose(dialog);
    search(dialog);
    await userEvent.click(await screen.findByRole('button', { name: /^Maria Alvarez/ }));
    await save(dialog);
    await screen.findByDisplayValue('http://portal.test/forms/personal-info/a.b.c');
    stubClipboard(() => Promise.reject(new Error('denied')));
    fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }));
    await screen.findByText('Failed to copy link to clipboard');
    expect(server.calls(createSubmission)[0]?.body).toEqual({ form_id: 1, status: 'pending', client_id: 7 });
    expect(server.calls(createClientLink)[0]?.body).toEqual({
      formId: 1,
      clientId: 7,
      sessionFormId: 9,
      expirationHours: 168,
    });
  });

  it('moves from the search to its results on Enter, and adds nothing meanwhile', async () => {
    server.reply(searchClients, {
      success: true,
      data: [MARIA, { ...MARIA, id: 8, client_first_name: 'Mario' }],
    });
    const dialog = await open();
    await choose(dialog);
    search(dialog);
    const maria = await screen.findByRole('button', { name: /^Maria Alvarez/ });
    await userEvent.type(within(dialog).getByRole('searchbox'), '{Enter}');
    expect(document.activeElement).toBe(maria);
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Change' }));
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(within(dialog).getByRole('searchbox'));
    expect(server.calls(createSubmission)).toEqual([]);
  });

  it('confirms before discarding the selection', async () => {
    const dialog = await open();
    await choose(dialog);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('dialog', { name: 'Discard changes?' });
  });

  it('finds no one for a failed search, and links to a new client in a new tab', async () => {
    server.replyError(searchClients, 'not_allowed', 'No.');
    const dialog = await open();
    search(dialog);
    await screen.findByText('No clients found');
    const link = within(dialog).getByRole('link', { name: 'New client' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/crm/clients/new', '_blank']);
  });

  it('shows when it failed', async () => {
    server.replyError(createSubmission, 'not_allowed', 'No.');
    const dialog = await open();
    await choose(dialog);
    await save(dialog);
    await screen.findByText('Failed to add form.');
  });

  it('shows when the form was added without its link', async () => {
    const data = aSubmission({ id: 9 });
    server
      .reply(searchClients, { success: true, data: [MARIA] })
      .reply(createSubmission, { success: true, id: 9, data, sessionForm: data })
      .replyError(createClientLink, 'wrong_state', 'Form source not configured');
    const dialog = await open();
    await choose(dialog);
    search(dialog);
    await userEvent.click(await screen.findByRole('button', { name: /^Maria Alvarez/ }));
    await save(dialog);
    await screen.findByText('Unable to generate secure link. Please use "Get Form Link" instead.');
  });
});
