import { listSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeServer } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { showAllForms as show } from '../testing/show-all-forms.tsx';
import { aSubmission } from '../testing/submissions.ts';

let server: FakeServer;

beforeEach(() => {
  signInAs();
  server = fakeServer();
});

describe('the table of submissions', () => {
  const maria = aSubmission({
    client_first_name: 'Maria',
    client_last_name: 'Alvarez',
    client_phone: '3055550123',
    date_of_birth: '1961-05-31',
  });

  it('opens first, with client, form, status and next step', async () => {
    server.reply(listSubmissions, { success: true, data: [maria], total: 1 });
    await show();
    const table = within(await screen.findByRole('table', { name: 'Submissions' }));
    const [client, form, status, next] = table.getAllByRole('cell').map((cell) => cell.textContent);
    expect(client).toMatch(/^Maria Alvarez.*Age \d\d · \(305\) 555-0123$/);
    expect([form, status, next]).toEqual(['Personal InformationWeb Form', 'Ready', 'Send the link']);
    const link = table.getByRole('link', { name: 'Maria Alvarez: Personal Information' });
    expect(link.getAttribute('href')).toBe('/crm/clients/7/forms/3');
  });

  it('is sorted by the server, one column at a time', async () => {
    server.reply(listSubmissions, { success: true, data: [maria], total: 1 });
    await show({ view: 'submissions', type: 'PDF' });
    const sorted = () => {
      const query = server.calls(listSubmissions).at(-1)?.query;
      return ['sort', 'direction', 'type'].map((name) => query?.get(name));
    };
    await screen.findByRole('columnheader', { name: 'Last change' });
    expect(sorted()).toEqual(['changed', 'desc', 'PDF']);
    await userEvent.click(screen.getByRole('button', { name: 'Client' }));
    await waitFor(() => expect(sorted()).toEqual(['client', 'asc', 'PDF']));
    await userEvent.click(screen.getByRole('button', { name: 'Client' }));
    await waitFor(() => expect(sorted()).toEqual(['client', 'desc', 'PDF']));
    const head = screen.getByRole('columnheader', { name: 'Client' });
    expect(head.getAttribute('aria-sort')).toBe('descending');
  });

  it('remembers the view and layout that this agent chose, not the one of a link', async () => {
    server.reply(listSubmissions, { success: true, data: [maria], total: 1 });
    const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));
    const isCards = () => screen.findByRole('list', { name: 'Submissions' });
    await show();
    await choose('Cards');
    await isCards();
    cleanup();
    await show();
    await isCards();
    await choose('By folder');
    cleanup();
    await show({ view: 'forms' });
    screen.getByRole('list', { name: 'Forms' });
    cleanup();
    await show();
    screen.getByRole('region', { name: 'Onboarding' });
    cleanup();
    signInAs({ id: 99 });
    await show();
    await screen.findByRole('table', { name: 'Submissions' });
  });
});
